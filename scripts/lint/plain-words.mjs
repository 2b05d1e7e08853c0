import ts from 'typescript';

/**
 * Phrases that a reader has to translate, and the plain words for them (docs/code-style.md). They are kept out of
 * comments, test titles, log messages and documents. Sentences for users are not checked.
 */
const phrases = [
  [/\bwho(m?)ever\b/i, 'name the actor: the client, the caller, the operator'],
  [/\bwhom\b/i, 'name the actor'],
  [/\bthose who\b|\bone who\b|\bthe one that asks\b/i, 'name the actor'],
  [/\bnobody's\b/i, 'no owner, unknown'],
  [/\bnobody (but|else|who)\b/i, 'only the owner, no other call'],
  [/\b(of|to|for|by) nobody\b/i, 'no owner, no account, unknown'],
  [/\b(un)?told\b/i, 'published, sent, reported, passed'],
  [/\btells?\b(?!.*\bapart\b)/i, 'sends, returns, reports, shows'],
  [/\bis none of\b|\bone that is none\b/i, 'is not'],
  [/\bwhat is (told|asked|said|heard)\b/i, 'the event, the request, the reply'],
  [/\bhears\b|\bheard\b/i, 'receives, consumes'],
  [/\bbur(y|ies|ied)\b/i, 'dead-letters'],
  [/\bnudge[sd]?\b/i, 'wake'],
  [/\bbelieved\b|\bdoubted\b/i, 'cached, fresh; invalidated'],
  [/\b(time-out|back-off|back-pressure)/i, 'timeout, backoff, backpressure'],
  [/\bhangs? up\b|\bhung up\b/i, 'closes the connection'],
  [/\btakes? note of\b/i, 'records'],
  [/\b(is|are|was|were|be) away\b/i, 'unavailable'],
  [
    /\/\*\* (What|Who|Whose|Where|Those|Of|As|How (much|many|long|far|a|an|the)) /,
    'start the docstring with a verb or a noun phrase',
  ],
];

/** Words that no name may contain, for the same reason. */
const names = new Set([
  'told',
  'untold',
  'tell',
  'tells',
  'nobody',
  'hear',
  'hearing',
  'heard',
  'bury',
  'buried',
  'nudge',
  'doubt',
  'believed',
]);

const anyName = new RegExp([...names].join('|'), 'i');

/** Functions whose first string argument a developer or an operator reads. */
const readers = /^(describe|it|test|each|debug|info|warn|error|fatal)$|^(describe|it)[A-Z]/;

/**
 * Finds phrases to replace in one file.
 * @param {string} path decides how the text is read: source code, or a document
 * @param {string} text
 * @returns {string[]} one sentence for each, with its line
 */
export function findPhrases(path, text) {
  if (!mayHavePhrases(text)) return [];
  const isCode = /\.(ts|tsx|mjs|cjs|js)$/.test(path);
  const passages = isCode ? readPassages(path, text) : [{ line: 1, text }];
  return passages.flatMap((passage) => [
    ...phrases.flatMap(([pattern, instead]) =>
      passage.text
        .split('\n')
        .flatMap((line, index) =>
          pattern.test(line)
            ? [`${path}:${passage.line + index}: "${pattern.exec(line)?.[0]}", write: ${instead}`]
            : [],
        ),
    ),
    ...(passage.name && names.has(passage.name)
      ? [`${path}:${passage.line}: a name with "${passage.name}" (docs/code-style.md, "Glossary")`]
      : []),
  ]);
}

/** Whether the file has a phrase anywhere. Few have one, and parsing takes most of the time. */
function mayHavePhrases(text) {
  return (
    anyName.test(text) || text.split('\n').some((line) => phrases.some(([pattern]) => pattern.test(line)))
  );
}

/** Comments, titles of tests, messages of logs, and the words of declared names. */
function readPassages(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const passages = [];
  const seen = new Set();
  const addComments = (position) => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(text, position) ?? []),
      ...(ts.getTrailingCommentRanges(text, position) ?? []),
    ]) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      passages.push({ line: lineOf(pos), text: text.slice(pos, end) });
    }
  };
  const visit = (node) => {
    addComments(node.pos);
    addComments(node.end);
    if (ts.isIdentifier(node) && node.parent.name === node) {
      for (const word of node.text.split(/(?=[A-Z])|_/)) {
        passages.push({ line: lineOf(node.getStart()), text: '', name: word.toLowerCase() });
      }
    }
    if (ts.isCallExpression(node) && readers.test(calleeOf(node.expression))) {
      for (const argument of node.arguments) {
        if (ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument))
          passages.push({ line: lineOf(argument.getStart()), text: argument.getText() });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return passages;
}

function calleeOf(expression) {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (ts.isCallExpression(expression)) return calleeOf(expression.expression);
  return ts.isIdentifier(expression) ? expression.text : '';
}
