/** The mark: a pawn that is a keyhole. Decoration beside the name, hence hidden from screen readers; public/mark.svg is its twin. */
export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#1f7a5c" />
      <path d="M16 6a5.5 5.5 0 0 1 3 10.1L22 26H10l3-9.9A5.5 5.5 0 0 1 16 6Z" fill="#fff" />
    </svg>
  );
}
