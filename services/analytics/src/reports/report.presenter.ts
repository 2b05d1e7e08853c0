import type { AnalyticsEntry, AnalyticsReport } from '@waybill/contracts';
import type { FileRecord } from '../records/file-record.entity.js';
import { secondsOf, shareOf } from '../rounding.js';
import { countryName } from '../visitors/geo-ip.js';

export interface ReportedEntry extends Omit<AnalyticsEntry, 'accessedAt' | 'country' | 'durationSeconds'> {
  readonly accessedAt: Date;
  readonly countryCode: string;
  readonly durationMs: number;
}

export interface CountryRow {
  readonly countryCode: string;
  readonly count: number;
}

export interface PointRow {
  readonly at: Date;
  readonly views: number;
}

export function presentFile(record: FileRecord): AnalyticsReport['file'] {
  const deleteAt = record.deleteAt ?? record.expiredAt;
  return {
    id: record.fileId,
    originalName: record.originalName,
    mimeType: record.mimeType,
    size: record.size,
    createdAt: record.createdAt?.toISOString() ?? '',
    viewCount: record.totalViews,
    userId: record.userId,
    deleteAt: { Time: deleteAt?.toISOString() ?? null, Valid: deleteAt !== null },
  };
}

export function presentSummary(record: FileRecord): AnalyticsReport['summary'] {
  const { totalViews, uniqueVisitors, uniqueCountries, firstViewAt } = record;
  return { totalViews, uniqueVisitors, uniqueCountries, firstView: firstViewAt?.toISOString() ?? null };
}

export function presentEntry({
  accessedAt,
  countryCode,
  durationMs,
  ...entry
}: ReportedEntry): AnalyticsEntry {
  return {
    ...entry,
    accessedAt: accessedAt.toISOString(),
    country: countryName(countryCode),
    durationSeconds: secondsOf(durationMs),
    completion: shareOf(entry.completion),
  };
}

/** A missing country counts as "Unknown" (spec §9). */
export function presentCountry({ countryCode, count }: CountryRow): AnalyticsReport['countries'][number] {
  return { country: nameOfCountry(countryCode), count };
}

export function nameOfCountry(countryCode: string): string {
  return countryName(countryCode) || 'Unknown';
}

/** Prepends the first view to the hourly points: the first point of `hours` is the last view of the first hour. */
export function presentHourlySeries(firstViewAt: Date | null, hours: PointRow[]): AnalyticsReport['series'] {
  return presentSeries(firstViewAt ? [{ at: firstViewAt, views: 1 }, ...hours] : hours);
}

export function presentSeries(points: PointRow[]): AnalyticsReport['series'] {
  return points.map(({ at, views }) => ({ at: at.toISOString(), views }));
}
