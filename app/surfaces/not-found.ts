/** An unknown place in a layout: its surface's error boundary draws the screen. */
export function loader(): never {
  // The framework reads a thrown Response as the page's answer.
  throw Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 });
}

export default function NotFound() {
  return null;
}
