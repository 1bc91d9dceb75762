/** A text as the database can keep it: without the NUL sign and without halves of signs, which it refuses. */
export function storedText(text: string): string {
  return text.replace(/\0/g, '').replace(/\p{Surrogate}/gu, '\uFFFD');
}
