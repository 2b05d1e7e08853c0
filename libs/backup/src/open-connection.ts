import { DataSource } from 'typeorm';

/** A connection that belongs to no service, for what concerns all schemas at once. */
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
