import type { FileMetadata } from '@waybill/contracts';

/** What a chat or a social site shows of a link. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image: string | null;
}

/** Of a protected file a link preview tells nothing but that. */
export function linkPreviewOf(file: FileMetadata, publicOrigin: string): LinkPreview {
  const url = `${publicOrigin}/${file.id}`;
  if (file.isPasswordProtected || file.originalName === null) {
    return {
      title: 'A protected file',
      description: 'Open the link and enter the password.',
      url,
      image: null,
    };
  }
  const hasPicture = file.preview === 'image' || file.preview === 'pdf';
  return {
    title: file.originalName,
    description: 'Shared with Waybill. Open it in your browser, nothing to install.',
    url,
    image: hasPicture ? `${publicOrigin}/api/files/${file.id}/thumbnail` : null,
  };
}

/** The client's page with the preview's tags in its head, in place of its own title and description. */
export function withLinkPreview(html: string, { title, description, url, image }: LinkPreview): string {
  const tags = [
    `<title>${escape(title)} · Waybill</title>`,
    meta('name', 'description', description),
    // A shared file is found by its link alone, not by a search engine.
    meta('name', 'robots', 'noindex'),
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
