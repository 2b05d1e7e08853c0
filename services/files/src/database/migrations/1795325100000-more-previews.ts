import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Types that have a preview since this version, as SQL conditions. The sweep makes the pending previews. */
const pending: Readonly<Record<string, string>> = {
  office: `mime_type IN ('application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint', 'application/rtf', 'text/rtf')
    OR mime_type SIMILAR TO 'application/vnd.ms-(word|excel|powerpoint).%macroenabled.12'
    OR mime_type SIMILAR TO 'application/vnd.openxmlformats-officedocument.%.(template|slideshow)'
    OR mime_type SIMILAR TO 'application/vnd.oasis.opendocument.(text|spreadsheet|presentation|graphics)(-template)?'`,
  image: `mime_type IN ('image/bmp', 'image/svg+xml', 'image/tiff', 'image/heic', 'image/heif', 'image/vnd.adobe.photoshop', 'image/jxl', 'image/jp2')`,
  video: `mime_type IN ('video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm', 'video/x-matroska', 'video/matroska', 'video/ogg')`,
  archive: `mime_type IN ('application/zip', 'application/x-zip-compressed', 'application/java-archive', 'application/x-tar', 'application/gzip', 'application/x-gzip', 'application/x-bzip2', 'application/x-xz', 'application/x-7z-compressed', 'application/x-rar-compressed', 'application/vnd.rar')`,
};

const audio = `mime_type SIMILAR TO 'audio/(mpeg|mp4|x-m4a|aac|wav|x-wav|vnd.wave|wave|flac|x-flac|ogg|opus|webm)'`;

const text = `(mime_type LIKE 'text/%' OR mime_type IN ('application/json', 'application/json5', 'application/ld+json', 'application/geo+json', 'application/manifest+json', 'application/x-ndjson', 'application/xml', 'application/javascript', 'application/ecmascript', 'application/node', 'application/typescript', 'application/yaml', 'application/x-yaml', 'application/toml', 'application/sql', 'application/x-sql', 'application/x-sh', 'application/x-httpd-php', 'application/x-perl', 'application/x-tex', 'application/x-latex', 'application/graphql', 'application/x-subrip'))`;

export class MorePreviews1795325100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD is_encrypted boolean NOT NULL DEFAULT false');
    for (const [kind, condition] of Object.entries(pending)) {
      await runner.query(
        `UPDATE files SET preview_kind = $1, preview_state = 'pending', preview_attempts = 0
         WHERE preview_state = 'none' AND (${condition})`,
        [kind],
      );
    }
    await runner.query(`UPDATE files SET preview_kind = 'audio' WHERE preview_kind = 'none' AND ${audio}`);
    await runner.query(
      `UPDATE files SET preview_kind = 'text', preview_state = 'ready' WHERE preview_kind = 'none' AND ${text}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE files SET preview_kind = 'none', preview_state = 'none'
      WHERE preview_kind IN ('video', 'audio', 'text', 'archive');
      ALTER TABLE files DROP is_encrypted;
    `);
  }
}
