import { defaultPageMetadata, type FileMetadata, publicPageMetadata } from '@waybill/contracts';

/** What a chat, a social site or a search engine shows of a link. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image: string | null;
  /** Whether search engines may lead people here: not to files or to anyone's own pages. */
  readonly isListed: boolean;
}

/** Of a protected file a link preview tells nothing but that. */
export function linkPreviewOf(file: FileMetadata, publicOrigin: string): LinkPreview {
  const common = { url: `${publicOrigin}/${file.id}`, isListed: false };
  if (file.isPasswordProtected || file.originalName === null) {
    return {
      ...common,
      title: 'A protected file',
      description: 'Open the link and enter the password.',
      image: null,
    };
  }
  const hasPicture = file.preview === 'image' || file.preview === 'pdf';
  return {
    ...common,
    title: file.originalName,
    description: 'Shared with Waybill. Open it in your browser, nothing to install.',
    image: hasPicture ? `${publicOrigin}/api/files/${file.id}/thumbnail` : null,
  };
}

/** Of a page that shows no file. @param path without a query */
export function pagePreviewOf(path: string, publicOrigin: string): LinkPreview {
  const page = Object.hasOwn(publicPageMetadata, path) ? publicPageMetadata[path] : undefined;
  return {
    ...(page ?? defaultPageMetadata),
    url: publicOrigin + path,
    image: null,
    isListed: page !== undefined,
  };
}

/** The client's page with the preview's tags in its head, in place of its own title and description. */
export function withLinkPreview(html: string, preview: LinkPreview): string {
  const { title, description, url, image, isListed } = preview;
  const tags = [
    `<title>${escape(title === defaultPageMetadata.title ? title : `${title} · Waybill`)}</title>`,
    meta('name', 'description', description),
    ...(isListed ? [`<link rel="canonical" href="${escape(url)}">`] : [meta('name', 'robots', 'noindex')]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Waybill'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    ...(image === null ? [] : [meta('property', 'og:image', image)]),
    meta('name', 'twitter:card', image === null ? 'summary' : 'summary_large_image'),
  ];
  return html
    .replace(/<title>.*?<\/title>/s, '')
    .replace(/<meta\s+name="description".*?>/s, '')
    .replace('</head>', () => `${tags.join('\n')}\n</head>`);
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escape(content)}">`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
