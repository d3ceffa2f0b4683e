import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The oldest nginx that systems in use come with, and that a machine with the tests need not have. */
const OLDEST = [1, 18, 0];

const longKnown = [
  'worker_processes worker_rlimit_nofile pid events worker_connections http include default_type server_tokens',
  'log_format access_log error_log map default limit_req_zone limit_req limit_conn upstream',
  'server client_max_body_size client_body_timeout client_header_timeout send_timeout',
  'keepalive_timeout proxy_set_header listen return proxy_connect_timeout proxy_read_timeout',
  'proxy_send_timeout proxy_next_upstream location proxy_pass ssl_certificate',
  'ssl_certificate_key ssl_protocols ssl_ciphers ssl_prefer_server_ciphers ssl_session_cache',
  'ssl_session_timeout proxy_hide_header add_header error_page proxy_buffering',
]
  .join(' ')
  .split(' ');

/**
 * Since which version nginx has each directive that deploy/nginx.conf uses, by its documentation; 0 is longer than
 * anybody runs. None of them was taken out up to 1.30.
 */
const since: Record<string, string> = {
  ...Object.fromEntries(longKnown.map((name) => [name, '0'])),
  proxy_http_version: '1.1.4',
  keepalive: '1.1.4',
  limit_conn_zone: '1.1.8',
  least_conn: '1.3.1',
  limit_req_status: '1.3.15',
  limit_conn_status: '1.3.15',
  ssl_session_tickets: '1.5.9',
  proxy_next_upstream_tries: '1.7.5',
  proxy_request_buffering: '1.7.11',
};
/** Parameters that came later than their directives. */
const parameters: [RegExp, string][] = [
  [/add_header .* always;/, '1.7.5'],
  [/listen .* http2/, '1.9.5'],
  [/log_format \w+ escape=json/, '1.11.8'],
  [/return 308 /, '1.13.0'],
  [/ssl_protocols .*TLSv1\.3/, '1.13.0'],
];

const isOldEnough = (version: string): boolean => {
  const parts = version.split('.').map(Number);
  const at = OLDEST.findIndex((part, index) => part !== (parts[index] ?? 0));
  return at === -1 || (parts[at] ?? 0) < (OLDEST[at] ?? 0);
};

/** The directives of a configuration that no nginx from the oldest on is known to have. */
function unknownTo(conf: string): string[] {
  const bare = conf.replaceAll(/'[^']*'|"[^"]*"/g, '-').replaceAll(/#.*$/gm, '');
  const used = [...bare.matchAll(/(?:^|[;{}])\s*([a-z_]\w*)(?=[\s;{])/g)].map(([, name = '']) => name);
  return [...new Set(used)].filter((name) => !isOldEnough(since[name] ?? '99'));
}

it('every directive of nginx.conf is in nginx from 1.18 on, and no other is used (L17)', () => {
  const conf = readFileSync('deploy/nginx.conf', 'utf8');
  expect(unknownTo(conf)).toEqual([]);
  for (const [used, version] of parameters) {
    expect(conf).toMatch(used);
    expect(isOldEnough(version), String(used)).toBe(true);
  }
  // What stopped it once: a directive of 1.25.1.
  expect(unknownTo(`${conf} server { http2 on; }`)).toEqual(['http2']);
  expect(isOldEnough('1.25.1')).toBe(false);
});
