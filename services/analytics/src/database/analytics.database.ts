import { busEntities, busMigrations } from '@waybill/bus';
import type { ServiceDatabase } from '@waybill/database';
import { FileRecord } from '../records/file-record.entity.js';
import { CreateRecords1795219200000 } from './migrations/1795219200000-create-records.js';
import { CreateEntries1795219200001 } from './migrations/1795219200001-create-entries.js';
import { CreateRollUps1795219200002 } from './migrations/1795219200002-create-roll-ups.js';
import { CreateLinks1795219200003 } from './migrations/1795219200003-create-links.js';
import { IndexEntriesByAge1795219200004 } from './migrations/1795219200004-index-entries-by-age.js';
import { AnalyseEntries1795324638000 } from './migrations/1795324638000-analyse-entries.js';
import { IndexEntriesOfPeople1795324639000 } from './migrations/1795324639000-index-entries-of-people.js';
import { CreateLive1795335728000 } from './migrations/1795335728000-create-live.js';
import { IndexEntriesByCountry1795350495000 } from './migrations/1795350495000-index-entries-by-country.js';
import { KnowBundles1795365168000 } from './migrations/1795365168000-know-bundles.js';
import { KnowPeopleInVisits1795389520000 } from './migrations/1795389520000-know-people-in-visits.js';
import { SplitPeriods1795424400000 } from './migrations/1795424400000-split-periods.js';
import { IndexPartsByAge1795424401000 } from './migrations/1795424401000-index-parts-by-age.js';
import { StoreSketchesPlainly1795431600000 } from './migrations/1795431600000-store-sketches-plainly.js';
import { SumBusyDays1795440000000 } from './migrations/1795440000000-sum-busy-days.js';
import { KeepEarlyReading1795469000000 } from './migrations/1795469000000-keep-early-reading.js';
import { KnowOwnersInEntries1795663800000 } from './migrations/1795663800000-know-owners-in-entries.js';
import { CreateLiveChanges1795726800000 } from './migrations/1795726800000-create-live-changes.js';
import { OrderEntriesByAge1795816800000 } from './migrations/1795816800000-order-entries-by-age.js';
import { KeepLinksOfDeletedBundles1795850100000 } from './migrations/1795850100000-keep-links-of-deleted-bundles.js';

/** Schema of the analytics service. No other service reads or writes it. */
export const analyticsDatabase: ServiceDatabase = {
  schema: 'analytics',
  entities: [...busEntities, FileRecord],
  migrations: [
    ...busMigrations,
    CreateRecords1795219200000,
    CreateEntries1795219200001,
    CreateRollUps1795219200002,
    CreateLinks1795219200003,
    IndexEntriesByAge1795219200004,
    AnalyseEntries1795324638000,
    IndexEntriesOfPeople1795324639000,
    CreateLive1795335728000,
    IndexEntriesByCountry1795350495000,
    KnowBundles1795365168000,
    KnowPeopleInVisits1795389520000,
    SplitPeriods1795424400000,
    IndexPartsByAge1795424401000,
    StoreSketchesPlainly1795431600000,
    SumBusyDays1795440000000,
    KeepEarlyReading1795469000000,
    KnowOwnersInEntries1795663800000,
    CreateLiveChanges1795726800000,
    OrderEntriesByAge1795816800000,
    KeepLinksOfDeletedBundles1795850100000,
  ],
};
