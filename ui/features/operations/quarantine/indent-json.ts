/**
 * JSON with one member to a line. It is not parsed: numbers beyond what JavaScript can hold, keys that stand there twice and text that was cut
 * off stay as they are. Only white space outside of strings is changed.
 */
const INDENT = '  ';
const OPENING = new Set(['{', '[']);
const CLOSING = new Set(['}', ']']);
/** A string, also one that does not end; white space; one sign; or a run of anything else. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|\s+|[{}[\],:]|[^\s"{}[\],:]+/gs;

/** Whether it is worth trying: what is no object and no list has nothing to put on lines. */
export function isIndentable(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let last = '';
  const newLine = () => parts.push('\n', INDENT.repeat(depth));
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^\s/.test(token)) continue;
    if (CLOSING.has(token)) {
      depth = Math.max(0, depth - 1);
      if (!OPENING.has(last)) newLine();
    } else if (OPENING.has(last) || last === ',') newLine();
    else if (last === ':') parts.push(' ');
    // Nothing in JSON stands like this; what was apart must not grow together.
    else if (isValue(last) && isValue(token)) parts.push(' ');
    parts.push(token);
    if (OPENING.has(token)) depth += 1;
    last = token;
  }
  return parts.join('');
}

function isValue(token: string): boolean {
  return token !== '' && token !== ',' && token !== ':';
}
