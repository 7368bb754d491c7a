export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-fill px-3 py-1.5 font-medium text-on-fill focus:translate-y-0"
    >
      Skip to the content
    </a>
  );
}
