import { useEffect, useRef, useState } from 'react';
import { fileSpaceQuery, type FileService } from '@/api/files';
import { queryClient } from '@/api/query-client';
import type { FileRead } from '@/api/types';
import { fileProblem, uploadProblem } from './pictures';
import { uploadFile } from './upload';

/** A file that is being uploaded, or was refused. */
export interface PendingUpload {
  key: number;
  name: string;
  /** From 0 to 1. */
  progress: number;
  /** Why it was refused. */
  problem?: string;
}

interface Uploads {
  organizationId: string;
  service: FileService;
  onUploaded: (file: FileRead) => void;
}

/** Uploads files one after the other, in the order in which they were chosen. */
export function useUploads({ organizationId, service, onUploaded }: Uploads) {
  const [pending, setPending] = useState<PendingUpload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const nextKey = useRef(1);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const done = useRef(onUploaded);
  done.current = onUploaded;

  useEffect(() => {
    const open = controllers.current;
    // The page was left.
    return () => open.forEach((controller) => controller.abort());
  }, []);

  const change = (key: number, changes: Partial<PendingUpload>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const remove = (key: number) => {
    controllers.current.get(key)?.abort();
    controllers.current.delete(key);
    setPending((all) => all.filter((one) => one.key !== key));
  };

  async function send(key: number, file: File, { signal }: AbortController): Promise<void> {
    if (signal.aborted) return;
    try {
      const onProgress = (progress: number) => change(key, { progress });
      const uploaded = await uploadFile(file, { organizationId, service, onProgress, signal });
      void queryClient.invalidateQueries(fileSpaceQuery(organizationId));
      if (!signal.aborted) done.current(uploaded);
      remove(key);
    } catch (error) {
      if (!signal.aborted) change(key, { problem: uploadProblem(error) });
      controllers.current.delete(key);
    }
  }

  function add(files: Iterable<File>): void {
    for (const file of files) {
      const key = nextKey.current++;
      const problem = fileProblem(file, service);
      setPending((all) => [...all, { key, name: file.name, progress: 0, problem }]);
      if (problem !== undefined) continue;
      const controller = new AbortController();
      controllers.current.set(key, controller);
      queue.current = queue.current.then(() => send(key, file, controller));
    }
  }

  return { pending, isBusy: pending.some(({ problem }) => problem === undefined), add, remove };
}
