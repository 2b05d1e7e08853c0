import { DataSource } from 'typeorm';

/** One connection without a schema, for statements that concern several schemas. */
export async function openConnection(url: string, applicationName: string): Promise<DataSource> {
  const connection = new DataSource({
    type: 'postgres',
    url,
    applicationName,
    poolSize: 1,
    connectTimeoutMS: 10_000,
    installExtensions: false,
    logging: false,
  });
  return connection.initialize();
}
