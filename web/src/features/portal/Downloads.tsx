import { portalDownloadsQuery } from '@/api/portal-own';
import { LongList } from './LongList';

/** The files of a benefit; their links are valid for some minutes, and made anew while the page is open. */
export function Downloads({ slug, benefitId }: { slug: string; benefitId: string }) {
  return (
    <LongList queryOf={(pages) => portalDownloadsQuery(slug, benefitId, pages)} what="the files" shape="line">
      {(downloads) => (
        <ul className="border-t border-line">
          {downloads.map(({ id, file }) => (
            <li
              key={id}
              className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1"
            >
              <a href={file.download.url} className="tap link min-w-0 break-words">
                {file.name}
              </a>
              <span className="text-faint">{file.size_readable}</span>
            </li>
          ))}
          {downloads.length === 0 && <li className="border-b border-line py-1.5 text-soft">There is no file yet.</li>}
        </ul>
      )}
    </LongList>
  );
}
