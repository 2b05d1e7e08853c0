export interface NginxPlan {
  /** Folder of its process id and of request bodies under way. */
  readonly folder: string;
  /** Folder to serve. */
  readonly files: string;
  /** Folder for PUT. Null when this build lacks the WebDAV module. */
  readonly uploads: string | null;
  /** User to run as. A change of user could make the files unreadable. */
  readonly user: string | null;
  /** Buffer size, in bytes. */
  readonly buffer: number;
  readonly ports: { readonly sendfile: number; readonly buffered: number };
}

/**
 * Configures one worker, because the other targets run one process, the same buffer size, and two ports: with
 * sendfile and without.
 */
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
