/**
 * Reads the elements of a JSON array of objects as they arrive, so that an array of any length takes little memory.
 * @param {AsyncIterable<Uint8Array>} bytes
 * @throws when the array is cut off
 */
export async function* elementsOf(bytes) {
  const decoder = new TextDecoder();
  let text = '';
  let at = 0;
  let depth = 0;
  let begin = 0;
  let isInString = false;
  for await (const piece of bytes) {
    text += decoder.decode(piece, { stream: true });
    for (; at < text.length; at++) {
      const char = text[at];
      if (isInString) {
        // Skips the escaped character, even if it comes with the next piece.
        if (char === '\\') at++;
        else if (char === '"') isInString = false;
      } else if (char === '"') isInString = true;
      else if (char === '{' || char === '[') {
        if (++depth === 2) begin = at;
      } else if ((char === '}' || char === ']') && --depth === 1) yield JSON.parse(text.slice(begin, at + 1));
    }
    const read = depth > 1 ? begin : text.length;
    text = text.slice(read);
    at -= read;
    begin = 0;
  }
  if (depth !== 0 || isInString) throw new Error('The array is cut off');
}
