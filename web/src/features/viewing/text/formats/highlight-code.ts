import highlighter from 'highlight.js/lib/common';
import { extensionOf } from '../text-kind.js';
import { lightened } from './light-html.js';
import { withBreaks } from './long-words.js';

/** Longer texts, in UTF-16 units, are shown without colours. */
const MAX_HIGHLIGHTED = 200_000;
/** More than for Markdown, because nothing has to be sanitized. */
const MAX_TAGS = 100_000;

/** Extensions and names that the highlighter does not know, by the language that it knows. */
const languages = new Map(
  Object.entries({
    bash: 'bashrc bash_profile profile zshrc ksh csh',
    cpp: 'ino cu ipp tpp',
    ini: 'cfg conf desktop editorconfig env gitconfig gitmodules inf npmrc properties service socket timer',
    javascript: 'es6',
    json: 'geojson hjson ipynb jsonl map ndjson webmanifest',
    makefile: 'gnumakefile mk',
    python: 'pyi pyw pyx',
    ruby: 'gemfile rake rakefile ru',
    scss: 'sass',
    typescript: 'cts mts',
    vbnet: 'vb',
    xml: 'aspx cshtml csproj ejs erb gpx htm jsp kml opml rdf svelte twig vue wsdl xaml xslt',
    yaml: 'clang-format',
  }).flatMap(([language, names]) => names.split(' ').map((name) => [name, language] as const)),
);

/** A text, and the name of its file. */
export interface NamedText {
  readonly text: string;
  readonly name: string;
}

/**
 * Source code as HTML with highlighted syntax, escaped by highlight.js. Null if its language is unknown, or if it would
 * freeze the page. Runs in a worker, because some short texts take minutes.
 */
export function highlightCode({ text, name }: NamedText): string | null {
  const extension = extensionOf(name);
  const language = languages.get(extension) ?? extension;
  if (text.length > MAX_HIGHLIGHTED || !highlighter.getLanguage(language)) return null;
  const html = highlighter.highlight(text, { language, ignoreIllegals: true }).value;
  return lightened(withBreaks(html), MAX_TAGS);
}
