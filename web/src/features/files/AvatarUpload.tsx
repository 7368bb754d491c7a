import { announce } from '@/ui/Announcer';
import { PendingList, FileChooser } from './FileChooser';
import { Thumbnail } from './Thumbnail';
import { useUploads } from './use-uploads';

interface AvatarUploadProps {
  organizationId: string;
  /** The address of the picture now. */
  url: string;
  onUploaded: (url: string) => void;
}

/** Uploads a picture of an organization, and answers its address. */
export function AvatarUpload({ organizationId, url, onUploaded }: AvatarUploadProps) {
  const { pending, add, remove } = useUploads({
    organizationId,
    service: 'organization_avatar',
    onUploaded: (file) => {
      if (file.service !== 'organization_avatar') return;
      onUploaded(file.public_url);
      announce('The image is uploaded. Save to use it.');
    },
  });
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <Thumbnail url={url} alt="Logo" />
        <div className="flex-1">
          <FileChooser organizationId={organizationId} label="Upload an image" onFiles={add}>
            Or drop it here. At most 1 MB.
          </FileChooser>
        </div>
      </div>
      <PendingList pending={pending} onRemove={remove} />
    </div>
  );
}
