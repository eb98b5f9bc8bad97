// Settings of the embedded server, passed on its command line, so that nothing is left in files.

/** Server settings by name (https://www.postgresql.org/docs/18/runtime-config.html). */
export type ServerSettings = Record<string, string>

export const SERVER_SETTINGS: ServerSettings = {
  // Reached only over its Unix socket. Relative to the data folder, so that its path stays short.
  listen_addresses: '',
  unix_socket_directories: '../run',
  unix_socket_permissions: '0700',
  max_connections: '100',

  // A response that was sent is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',

  // Small when idle: no processes for features that are not used here.
  shared_buffers: '128MB',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  jit: 'off',

  autovacuum: 'on',
  // A new installation gets its statistics within seconds, and checking costs next to nothing.
  autovacuum_naptime: '10s',
  random_page_cost: '1.1',
  // The server exits after a crash, and the supervisor starts it again. Restarting without an exit, it would
  // hang for good if the process that recovers the data died in the meantime.
  restart_after_crash: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}
