import { busEntities, busMigrations } from '@waybill/bus';
import type { ServiceDatabase } from '@waybill/database';
import { Bundle } from '../bundle/bundle.entity.js';
import { BundleFile } from '../bundle/bundle-file.entity.js';
import { ExpiredBundle } from '../bundle/expired-bundle.entity.js';
import { VisitWindow } from '../visits/visit-window.entity.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { DiscardedObject } from '../discarded-object/discarded-object.entity.js';
import { ExpiredFile } from '../file/expired-file.entity.js';
import { ExpiredLinkTarget } from '../link/expired-link-target.entity.js';
import { FileRequest } from '../file-request/file-request.entity.js';
import { SuspendedAccount } from '../file-request/suspended-account.entity.js';
import { Link } from '../link/link.entity.js';
import { LinkChallenge } from '../link/link-challenge.entity.js';
import { LinkCode } from '../link/link-code.entity.js';
import { LinkDownload } from '../link/link-download.entity.js';
import { LinkSession } from '../link/link-session.entity.js';
import { Installation } from '../installation/installation.entity.js';
import { Orphan } from '../storage-cleanup/orphan.entity.js';
import { AccountPlan } from '../plan/account-plan.entity.js';
import { AbuseReport } from '../abuse-reports/abuse-report.entity.js';
import { Reservation } from '../upload/reservation.entity.js';
import { ResumableUpload } from '../upload/resumable-upload.entity.js';
import { Upload } from '../upload/upload.entity.js';
import { UnlockedPreview } from '../unlocked-preview/unlocked-preview.entity.js';
import { CreateFiles1764000000000 } from './migrations/1764000000000-create-files.js';
import { CreateUnlockedPreviews1795700000000 } from './migrations/1795700000000-create-unlocked-previews.js';
import { NetworkOfUnlockedPreviews1795710000000 } from './migrations/1795710000000-network-of-unlocked-previews.js';
import { IndexUnlockedPreviewsOfFiles1795710001000 } from './migrations/1795710001000-index-unlocked-previews-of-files.js';
import { AddScanQueue1795711000000 } from './migrations/1795711000000-add-scan-queue.js';
import { IndexScanStart1795711001000 } from './migrations/1795711001000-index-scan-start.js';
import { VersionPreviews1795720000000 } from './migrations/1795720000000-version-previews.js';
import { IndexPreviewVersion1795720001000 } from './migrations/1795720001000-index-preview-version.js';
import { CountViewsThroughBundles1795790000000 } from './migrations/1795790000000-count-views-through-bundles.js';
import { ReportEmptyBundles1795790100000 } from './migrations/1795790100000-report-empty-bundles.js';
import { IndexReportsOfOwnBundles1795790101000 } from './migrations/1795790101000-index-reports-of-own-bundles.js';
import { QueueFirstLinkNames1795850000000 } from './migrations/1795850000000-queue-first-link-names.js';
import { IndexSearchesOfReports1795930000000 } from './migrations/1795930000000-index-searches-of-reports.js';
import { KeepSubjectsOfTakedowns1795860000000 } from './migrations/1795860000000-keep-subjects-of-takedowns.js';
import { HashSendersOfFiles1795679000000 } from './migrations/1795679000000-hash-senders-of-files.js';
import { KeepDefaultExpiry1795664700000 } from './migrations/1795664700000-keep-default-expiry.js';
import { ResumableUploads1795322914000 } from './migrations/1795322914000-resumable-uploads.js';
import { AddPreviewQueue1795324700000 } from './migrations/1795324700000-add-preview-queue.js';
import { MorePreviews1795325100000 } from './migrations/1795325100000-more-previews.js';
import { IndexPreviewStart1795324800000 } from './migrations/1795324800000-index-preview-start.js';
import { CreateFileRequests1795335758000 } from './migrations/1795335758000-create-file-requests.js';
import { IndexUploadsOfRequests1795335759000 } from './migrations/1795335759000-index-uploads-of-requests.js';
import { CreateInstallation1769000000000 } from './migrations/1769000000000-create-installation.js';
import { CreateBundles1795322200000 } from './migrations/1795322200000-create-bundles.js';
import { ModerateFiles1795322176000 } from './migrations/1795322176000-moderate-files.js';
import { CreateLinks1795322814000 } from './migrations/1795322814000-create-links.js';
import { CreateReports1795322176001 } from './migrations/1795322176001-create-reports.js';
import { IndexModeration1795322176002 } from './migrations/1795322176002-index-moderation.js';
import { ScheduleScans1795322176003 } from './migrations/1795322176003-schedule-scans.js';
import { IndexMissingChecksums1795325371000 } from './migrations/1795325371000-index-missing-checksums.js';
import { NoteMissingContent1795350673000 } from './migrations/1795350673000-note-missing-content.js';
import { SnapshotBacklog1795351661000 } from './migrations/1795351661000-snapshot-backlog.js';
import { TimeVisits1795323789000 } from './migrations/1795323789000-time-visits.js';
import { IndexReportsOfBundles1795349701000 } from './migrations/1795349701000-index-reports-of-bundles.js';
import { ReportBundles1795349700000 } from './migrations/1795349700000-report-bundles.js';
import { OverridePromotion1795349600000 } from './migrations/1795349600000-override-promotion.js';
import { KeyUploads1795351800000 } from './migrations/1795351800000-key-uploads.js';
import { SnapshotBundles1795376772000 } from './migrations/1795376772000-snapshot-bundles.js';
import { PlaceInstallation1795389824000 } from './migrations/1795389824000-place-installation.js';
import { KeepEarlyReading1795390149000 } from './migrations/1795390149000-keep-early-reading.js';
import { CreateLinkChallenges1795402900000 } from './migrations/1795402900000-create-link-challenges.js';
import { ConfirmInstallation1795405700000 } from './migrations/1795405700000-confirm-installation.js';
import { CountFilesOfOwners1795590000000 } from './migrations/1795590000000-count-files-of-owners.js';

export const filesDatabase: ServiceDatabase = {
  schema: 'files',
  entities: [
    ...busEntities,
    AccountPlan,
    Bundle,
    BundleFile,
    DiscardedObject,
    ExpiredBundle,
    ExpiredFile,
    ExpiredLinkTarget,
    FileRequest,
    Installation,
    Link,
    LinkChallenge,
    LinkCode,
    LinkDownload,
    LinkSession,
    Orphan,
    AbuseReport,
    Reservation,
    ResumableUpload,
    SharedFile,
    SuspendedAccount,
    UnlockedPreview,
    Upload,
    VisitWindow,
  ],
  migrations: [
    ...busMigrations,
    CreateFiles1764000000000,
    CreateInstallation1769000000000,
    ModerateFiles1795322176000,
    CreateReports1795322176001,
    IndexModeration1795322176002,
    ScheduleScans1795322176003,
    CreateBundles1795322200000,
    CreateLinks1795322814000,
    ResumableUploads1795322914000,
    TimeVisits1795323789000,
    AddPreviewQueue1795324700000,
    IndexPreviewStart1795324800000,
    MorePreviews1795325100000,
    IndexMissingChecksums1795325371000,
    CreateFileRequests1795335758000,
    IndexUploadsOfRequests1795335759000,
    OverridePromotion1795349600000,
    ReportBundles1795349700000,
    IndexReportsOfBundles1795349701000,
    NoteMissingContent1795350673000,
    SnapshotBacklog1795351661000,
    KeyUploads1795351800000,
    SnapshotBundles1795376772000,
    PlaceInstallation1795389824000,
    KeepEarlyReading1795390149000,
    CreateLinkChallenges1795402900000,
    ConfirmInstallation1795405700000,
    CountFilesOfOwners1795590000000,
    KeepDefaultExpiry1795664700000,
    HashSendersOfFiles1795679000000,
    CreateUnlockedPreviews1795700000000,
    NetworkOfUnlockedPreviews1795710000000,
    IndexUnlockedPreviewsOfFiles1795710001000,
    AddScanQueue1795711000000,
    IndexScanStart1795711001000,
    VersionPreviews1795720000000,
    IndexPreviewVersion1795720001000,
    CountViewsThroughBundles1795790000000,
    ReportEmptyBundles1795790100000,
    IndexReportsOfOwnBundles1795790101000,
    QueueFirstLinkNames1795850000000,
    KeepSubjectsOfTakedowns1795860000000,
    IndexSearchesOfReports1795930000000,
  ],
  // `file_counts` needs no backup: triggers fill it while a restore inserts the files.
  localTables: [
    'file_counts',
    'installation',
    'orphans',
    'reservations',
    'resumable_uploads',
    'unlocked_previews',
    'uploads',
  ],
};
