/** An error of the program: one line in a table, whole on hover. */
export function ErrorText({ error }: { error: string }) {
  return (
    <span title={error} className="font-mono text-[13px]">
      {error}
    </span>
  );
}
