/** Places in a text of many lines. */

/** Where a line of the text, from 1, begins and ends. */
export function lineAt(text: string, line: number): { start: number; end: number } {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const feed = text.indexOf("\n", start);
    if (feed < 0) break;
    start = feed + 1;
  }
  const feed = text.indexOf("\n", start);
  return { start, end: feed < 0 ? text.length : feed };
}

/** A column counts bytes of UTF-8, and a text field has other units. */
export function placeAt(text: string, line: number, column: number): number {
  const { start, end } = lineAt(text, line);
  const bytes = new TextEncoder().encode(text.slice(start, end));
  return start + new TextDecoder().decode(bytes.subarray(0, column - 1)).length;
}
