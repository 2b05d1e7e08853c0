export interface NginxPlan {
  /** For its own files: process id, bodies on their way in. */
  readonly folder: string;
  /** What it serves. */
  readonly files: string;
  /** Where PUT puts files; null when its build has no such module. */
  readonly uploads: string | null;
  /** It must not give up the account it was started under, or it could not read the files. */
  readonly user: string | null;
  /** Bytes. */
  readonly buffer: number;
  readonly ports: { readonly sendfile: number; readonly buffered: number };
}

/** One worker, as the others have one process; the same buffers; twice the same files, with sendfile and without. */
export function nginxConfig({ folder, files, uploads, user, buffer, ports }: NginxPlan): string {
  const put = uploads === null ? '' : `location /uploads/ { alias ${uploads}/; dav_methods PUT DELETE; }`;
  return `${user === null ? '' : `user ${user};`}
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 256; }
http {
  access_log off;
  default_type application/octet-stream;
  client_max_body_size 0;
  client_body_buffer_size ${buffer};
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  output_buffers 2 ${buffer};
  root ${files};
  server { listen 127.0.0.1:${ports.sendfile}; sendfile on; ${put} }
  server { listen 127.0.0.1:${ports.buffered}; sendfile off; }
}
`;
}
