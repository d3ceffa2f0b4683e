import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  networks: string[] | Record<string, { ipv4_address?: string } | null>;
  depends_on?: Record<string, unknown>;
  environment?: Record<string, string>;
  ports?: string[];
  cap_add?: string[];
}
const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../deploy', name), 'utf8');
const { services, networks } = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; enable_ipv6?: boolean } | null>;
};

const [nginx, servers] = [
  services['nginx'],
  Object.entries(services).filter(([name]) => name.startsWith('api-')),
];
const networksOf = ({ networks: on }: Service) => (Array.isArray(on) ? on : Object.keys(on));

it('the servers reach nginx on one network, where it has the address that they trust (L17)', () => {
  expect(servers).toHaveLength(2);
  for (const [, server] of servers) {
    const shared = networksOf(server).filter((name) => name in (nginx?.networks ?? {}));
    expect(shared).toEqual(['inside']);
    expect(nginx?.networks).toHaveProperty('inside.ipv4_address', server.environment?.['TRUST_PROXY']);
  }
});

it('each server has an address of its own, which is not the one that they trust (L17)', () => {
  const addresses = [...servers.map(([, server]) => server), nginx].map((service) => {
    const on = service?.networks ?? {};
    return Array.isArray(on) ? undefined : on['inside']?.ipv4_address;
  });
  expect(addresses).not.toContain(undefined);
  expect(new Set(addresses).size).toBe(3);
});

it('each service reaches what it depends on, and the database and Redis nothing outside (L17)', () => {
  for (const service of Object.values(services))
    for (const name of Object.keys(service.depends_on ?? {})) {
      const there = networksOf(services[name] ?? { networks: [] });
      expect(networksOf(service).filter((network) => there.includes(network))).toContain('inside');
    }
  const ways = Object.fromEntries(
    Object.entries(services).map(([name, service]) => [
      name,
      networksOf(service).filter((network) => networks[network]?.internal !== true),
    ]),
  );
  expect(ways).toEqual({
    migrate: [],
    'api-1': ['outward'],
    'api-2': ['outward'],
    nginx: ['front'],
    db: [],
    redis: [],
  });
});

it('callers come over IPv6 only where Docker hands each on from an address of its own (L17)', () => {
  for (const service of Object.values(services)) {
    const isReached = networksOf(service).some((network) => networks[network]?.enable_ipv6 === true);
    const published = service.ports ?? [];
    expect(isReached ? [] : published.filter((port) => !port.startsWith('0.0.0.0:'))).toEqual([]);
  }
  expect(nginx?.ports).toHaveLength(2);
});

it('the README gives secrets and certificates to whoever reads them in the containers (L17)', () => {
  const [, commands = ''] = /^## Several servers\n+```sh\n([\s\S]*?)^```$/m.exec(read('README.md')) ?? [];
  expect(commands).toMatch(/^cd deploy && mkdir -p secrets certificates$/m);
  expect(commands).toMatch(/chmod 0444 secrets\/\*/);
  // Without this right, root may read only what is its own.
  expect(nginx?.cap_add).not.toContain('DAC_OVERRIDE');
  expect(commands).toMatch(/chown -R root certificates && sudo chmod 0600 certificates\/privkey.pem/);
});
