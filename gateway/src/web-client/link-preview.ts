import { defaultPageMetadata, type FileMetadata, publicPageMetadata } from '@waybill/contracts';

/** Title, description and image that chats, social networks and search engines show for a link. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image: string | null;
  /** Whether search engines may index the page. Files and account pages are never indexed. */
  readonly isListed: boolean;
}

/** Link preview of a file. For a protected file it reveals neither name nor image. */
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

/** Link preview of a page without a file. @param path without a query */
export function pagePreviewOf(path: string, publicOrigin: string): LinkPreview {
  const page = Object.hasOwn(publicPageMetadata, path) ? publicPageMetadata[path] : undefined;
  return {
    ...(page ?? defaultPageMetadata),
    url: publicOrigin + path,
    image: null,
    isListed: page !== undefined,
  };
}

/** Replaces the page's title and description with the tags of the preview. */
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
