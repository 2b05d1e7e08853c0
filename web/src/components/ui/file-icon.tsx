import {
  IconFile,
  IconFileTypePdf,
  IconFileTypeDocx,
  IconFileTypeXls,
  IconFileTypePpt,
  IconFileTypeZip,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconFileText,
  type TablerIcon,
} from '@tabler/icons-react';

const byType: ReadonlyArray<readonly [type: RegExp, icon: TablerIcon]> = [
  [/^application\/pdf$/, IconFileTypePdf],
  [/wordprocessingml|msword/, IconFileTypeDocx],
  [/spreadsheetml|ms-excel/, IconFileTypeXls],
  [/presentationml|ms-powerpoint/, IconFileTypePpt],
  [/zip|compressed|x-tar/, IconFileTypeZip],
  [/^image\//, IconPhoto],
  [/^video\//, IconMovie],
  [/^audio\//, IconMusic],
  [/^text\//, IconFileText],
];

/** Icon of a media type. `size` in pixels. */
export function FileIcon({ mimeType, size = 24 }: { mimeType: string; size?: number }) {
  const Icon = byType.find(([type]) => type.test(mimeType))?.[1] ?? IconFile;
  return <Icon size={size} stroke={1.5} aria-hidden />;
}
