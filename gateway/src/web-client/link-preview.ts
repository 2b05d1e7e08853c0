import {
  type BundleMetadata,
  defaultPageMetadata,
  type FileMetadata,
  type PublicFileRequest,
  type PublicLink,
  publicPageMetadata,
} from '@waybill/contracts';

/** Title, description and image that chats, social networks and search engines show for a link. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image: string | null;
  /** Whether search engines may index the page. Files and account pages are never indexed. */
  readonly isListed: boolean;
}

const SHARED_DESCRIPTION = 'Shared with Waybill. Open it in your browser, nothing to install.';
const PASSWORD_DESCRIPTION = 'Open the link and enter the password.';

/** Link preview of a file. For a protected file it reveals neither name nor image. */
export function filePreviewOf(file: FileMetadata, publicOrigin: string): LinkPreview {
  const common = { url: `${publicOrigin}/${file.id}`, isListed: false };
  if (file.isPasswordProtected || file.originalName === null) {
    return { ...common, title: 'A protected file', description: PASSWORD_DESCRIPTION, image: null };
  }
  const hasPicture = file.preview === 'image' || file.preview === 'pdf';
  return {
    ...common,
    title: file.originalName,
    description: SHARED_DESCRIPTION,
    image: hasPicture ? `${publicOrigin}/api/files/${file.id}/thumbnail` : null,
  };
}

/** Link preview of a bundle. For a protected bundle it reveals neither name nor number of files. */
export function bundlePreviewOf({ id, name, fileCount }: BundleMetadata, publicOrigin: string): LinkPreview {
  const common = { url: `${publicOrigin}/b/${id}`, image: null, isListed: false };
  if (name === null || fileCount === null) {
    return { ...common, title: 'Protected files', description: PASSWORD_DESCRIPTION };
  }
  return { ...common, title: name, description: `${countOf(fileCount)}. ${SHARED_DESCRIPTION}` };
}

/** Link preview of a link. While a gate is not passed it reveals nothing of the target. */
export function linkPreviewOf(
  { needs, target }: PublicLink,
  slug: string,
  publicOrigin: string,
): LinkPreview {
  const common = { url: `${publicOrigin}/l/${slug}`, image: null, isListed: false };
  if (target === null) {
    const description = needs.password ? PASSWORD_DESCRIPTION : 'Open the link and enter your email address.';
    return { ...common, title: 'A protected link', description };
  }
  if (target.kind === 'file')
    return { ...common, title: target.originalName, description: SHARED_DESCRIPTION };
  const description = `${countOf(target.files.length)}. ${SHARED_DESCRIPTION}`;
  return { ...common, title: target.name, description };
}

/** Link preview of a file request. */
export function requestPreviewOf(
  { slug, title, askedBy }: Pick<PublicFileRequest, 'slug' | 'title' | 'askedBy'>,
  publicOrigin: string,
): LinkPreview {
  const common = { url: `${publicOrigin}/r/${slug}`, image: null, isListed: false };
  const description = `${askedBy ?? 'Somebody'} asks you for files. Send them in your browser, no sign up required.`;
  return { ...common, title, description };
}

function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
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
