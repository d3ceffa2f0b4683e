import { createSocket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { brand } from '#shared/base/brand.ts';
import { channelOf } from '#shared/host/bridge.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { signIn } from '../support/shop/shift.ts';
import { refusedText, textBecomes } from '../support/browser/text-becomes.ts';
import { bridgeNames } from '../support/till/bridge-names.ts';
import { answerDialogs, openSettings } from '../support/till/till-printers.ts';
import { actThatEnds, noteOpened, openTill, type Till } from '../support/till/till.ts';

let platform: TestPlatform;
let till: Till;

test.beforeAll(async () => {
  platform = await startPlatform();
  till = await openTill(`${platform.origin}/api`);
});
test.afterAll(async () => {
  await till.remove();
  await platform.stop();
});

test('the page has no Node, and of the host only the bridge (E2, E3, E20)', async () => {
  const found = await till.page.evaluate(() => ({
    node: [
      typeof (globalThis as Record<string, unknown>)['require'],
      typeof (globalThis as Record<string, unknown>)['process'],
    ],
    till: Object.keys((globalThis as unknown as { till: object }).till).toSorted(),
  }));
  expect(found.node).toEqual(['undefined', 'undefined']);
  expect(found.till).toEqual(bridgeNames);
});

test('an injected script does not run (E7)', async () => {
  const ran = await till.page.evaluate(() => {
    const script = document.createElement('script');
    script.appendChild(document.createTextNode('globalThis.injected = true'));
    document.body.append(script);
    return 'injected' in globalThis;
  });
  expect(ran).toBe(false);
});

test('no text becomes markup, a script or a worker (E7)', async () => {
  expect(await till.page.evaluate(textBecomes)).toEqual(refusedText);
});

/** Counts the WebRTC packets and connections that reach this computer. */
async function iceServers() {
  const heard = { packets: 0, connections: 0 };
  const stun = createSocket('udp4').on('message', () => (heard.packets += 1));
  const turn = createServer((socket) => {
    heard.connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => turn.listen(0, '127.0.0.1', resolve));
  const { port } = turn.address() as AddressInfo;
  const close = () => {
    stun.close();
    turn.close();
  };
  return {
    heard,
    close,
    stun: `stun:127.0.0.1:${stun.address().port}`,
    turn: `turn:127.0.0.1:${port}?transport=tcp`,
  };
}

/** Gathers addresses through both servers, in the page or in an empty frame of it. */
const gather = (page: Page, inFrame: boolean, { stun, turn }: { stun: string; turn: string }) =>
  page.evaluate(
    async ({ inFrame, stun, turn }) => {
      const frame = document.createElement('iframe');
      if (inFrame) document.body.append(frame);
      const scope = inFrame ? (frame.contentWindow as typeof globalThis | null) : globalThis;
      if (!scope?.RTCPeerConnection) return 'nothing to connect with';
      const iceServers = [{ urls: stun }, { urls: turn, username: 'token', credential: 'c' }];
      const connection = new scope.RTCPeerConnection({ iceServers });
      connection.createDataChannel('out');
      await connection.setLocalDescription();
      return new Promise<string>((resolve) =>
        connection.addEventListener('icegatheringstatechange', () => {
          if (connection.iceGatheringState === 'complete') resolve('gathered');
        }),
      );
    },
    { inFrame, stun, turn },
  );

test('no script in the page reaches a STUN or TURN server (E7)', async () => {
  const servers = await iceServers();
  expect(await gather(till.page, false, servers)).toBe('nothing to connect with');
  expect(servers.heard).toEqual({ packets: 0, connections: 0 });
  servers.close();
});

test('what the page asks of the computer is refused (E5)', async () => {
  const answers = await till.page.evaluate(async () => {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    const camera = await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'given',
      (error: Error) => error.name,
    );
    return { state, camera, reads: await navigator.clipboard.readText().catch(() => 'refused') };
  });
  expect(answers.state).toBe('denied');
  expect(['NotAllowedError', 'NotFoundError']).toContain(answers.camera);
  expect(answers.reads).toBe('refused');
});

test('an address goes outside only if it is one of the product’s own (E15)', async () => {
  const { app, page } = till;
  const opened = await noteOpened(app);
  const ask = (url: string) =>
    page.evaluate((address) => {
      const { till } = globalThis as unknown as { till: { openExternal(payload: unknown): Promise<void> } };
      return till.openExternal(address).then(
        () => true,
        () => false,
      );
    }, url);
  for (const hostile of [
    'file:///etc/passwd',
    'https://stripe.com.evil/',
    'smb://host/share',
    'https://user@connect.stripe.com/',
  ])
    expect(await ask(hostile), hostile).toBe(false);
  expect(await ask(brand.legal.terms)).toBe(true);
  expect(await opened()).toEqual([brand.legal.terms]);
});

test('a payload that breaks the contract is refused (E17)', async () => {
  const refused = await till.page.evaluate(async () => {
    const { till } = globalThis as unknown as {
      till: Record<string, (payload: unknown) => Promise<unknown>>;
    };
    const bad: [string, unknown][] = [
      ['signIn', { email: 'a@b.test' }],
      ['setRinging', [{ orderId: 'all' }]],
      ['rememberOutlet', { outletId: 7, extra: true }],
    ];
    const results: boolean[] = [];
    for (const [name, payload] of bad)
      results.push(
        (await till[name]?.(payload).then(
          () => false,
          () => true,
        )) ?? false,
      );
    return results;
  });
  expect(refused).toEqual([true, true, true]);
});

/** The payload of the n-th call of a flood. */
const payloads = {
  rememberOutlet: (n: number) => ({ outletId: `outlet-${n}`, outletName: '', trading: null }),
  changePreferences: (n: number) => ({ volumePercent: n % 100 }),
};

/**
 * Calls 10,000 times at once: how many were answered, how long all took, and for how long the main process did nothing
 * else, in ms.
 */
async function flood({ app, page }: Till, command: keyof typeof payloads) {
  await app.evaluate(() => {
    const held = { longestMs: 0, last: performance.now() };
    const timer = setInterval(() => {
      const now = performance.now();
      held.longestMs = Math.max(held.longestMs, now - held.last);
      held.last = now;
    }, 10);
    Object.assign(globalThis, { held, endOfFlood: () => clearInterval(timer) });
  });
  const { answered, tookMs } = await page.evaluate(
    async ([name, payload]) => {
      const { till } = globalThis as unknown as {
        till: Record<string, (payload: unknown) => Promise<unknown>>;
      };
      const begun = performance.now();
      const answers = await Promise.allSettled(payload.map(async (each) => till[name]?.(each)));
      const answered = answers.filter(({ status }) => status === 'fulfilled').length;
      return { answered, tookMs: performance.now() - begun };
    },
    [command, Array.from({ length: 10_000 }, (_, n) => payloads[command](n))] as const,
  );
  const heldMs = await app.evaluate(() => {
    const { held, endOfFlood } = globalThis as unknown as {
      held: { longestMs: number };
      endOfFlood(): void;
    };
    endOfFlood();
    return held.longestMs;
  });
  return { answered, heldMs, tookMs };
}

test('ten thousand calls at once do not hold the main process, and with it the ring (E17)', async () => {
  const floods = [
    { command: 'rememberOutlet' as const, ...(await flood(till, 'rememberOutlet')) },
    { command: 'changePreferences' as const, ...(await flood(till, 'changePreferences')) },
  ];
  // The floor: the same calls to a handler that does nothing, on the same machine at the same moment.
  await till.app.evaluate(({ ipcMain }, channel) => {
    ipcMain.removeHandler(channel);
    ipcMain.handle(channel, () => undefined);
  }, channelOf('changePreferences'));
  const bare = await flood(till, 'changePreferences');
  expect(bare.answered).toBe(10_000);
  for (const { command, answered, heldMs } of floods) {
    console.log(
      `10000 × ${command}: ${answered} answered, held for ${Math.round(heldMs)} ms; bare calls take ${Math.round(bare.tookMs)} ms`,
    );
    expect(answered).toBeLessThan(1_000);
    expect(heldMs).toBeLessThan(4 * bare.tookMs);
  }
});

test('the connection page tests an address before it keeps it (D4)', async () => {
  const { page } = till;
  await answerDialogs(till, 1);
  await page.getByRole('link', { name: 'Connection' }).click();
  await page.getByLabel('Address of the server').fill('http://orders.example.com/api');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByText('must begin with https://')).toBeVisible();
  await page.getByLabel('Address of the server').fill(`${platform.origin}/nothing`);
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByText('it is not the API')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
});

test('a script in the page reaches no server by choosing it as the till’s (E7)', async () => {
  const seen: string[] = [];
  const other = createHttpServer((request, reply) => {
    seen.push(request.url ?? '');
    reply.writeHead(401).end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const questions = await answerDialogs(till, 0);
  const outcome = await till.page.evaluate((address) => {
    type Bridge = { till: { saveApiBase(typed: string): Promise<{ kind: string }> } };
    return (globalThis as unknown as Bridge).till.saveApiBase(address);
  }, `http://127.0.0.1:${port}/secret`);
  other.close();
  expect(outcome).toMatchObject({ kind: 'refused' });
  expect(await questions()).toEqual([`Use the server 127.0.0.1:${port}?`]);
  expect(seen).toEqual([]);
  const settings = (await till.files()).get('settings.json') ?? '{}';
  expect((JSON.parse(settings) as { apiBase?: unknown }).apiBase ?? null).toBeNull();
});

test('the policy lets the styles through that the screens make at run time (E7)', async () => {
  const { page } = till;
  await signIn(page, platform);
  await openSettings(page);
  await page.getByRole('button', { name: 'Add a printer' }).click();
  const line = page.getByRole('region', { name: 'Preview' }).getByText('WPC1252: £1.23 é –');
  await expect(line).toHaveCSS('white-space', 'pre');
});

test('a frame inside the page, or another page, asks the main process in vain (E17)', async () => {
  const { app } = till;
  // Simulates frames, which a page cannot have: one of our own origin with the bridge in it, and one of another
  // origin.
  const answers = await app.evaluate(async ({ BrowserWindow, session }, preload) => {
    const ask = `till.rememberedOutlet().then(() => 'answered', (error) => String(error))`;
    const results: string[] = [];
    const outer = new BrowserWindow({
      show: false,
      webPreferences: {
        preload,
        nodeIntegrationInSubFrames: true,
        session: session.fromPartition('hostile'),
      },
    });
    outer.webContents.removeAllListeners('frame-created');
    outer.webContents.session.protocol.handle('app', ({ url }) => {
      const inner = '<iframe src="app://till/inner"></iframe>';
      return new Response(url.endsWith('/inner') ? '<p>inner</p>' : inner, {
        headers: { 'content-type': 'text/html' },
      });
    });
    await outer.loadURL('app://till/outer');
    const [frame] = outer.webContents.mainFrame.frames;
    results.push(String(await frame?.executeJavaScript(ask)));
    await outer.loadURL('app://till.evil/');
    results.push(String(await outer.webContents.executeJavaScript(ask)));
    outer.destroy();
    return results;
  }, path.resolve('dist/preload/preload.cjs'));
  expect(answers).toHaveLength(2);
  for (const answer of answers) expect(answer).toContain('Refused');
});

test('a page that makes a frame is ended, before WebRTC in the frame has reached anybody (E7)', async () => {
  const framing = await openTill(`${platform.origin}/api`);
  const servers = await iceServers();
  const page = <T>(script: string) =>
    framing.app.evaluate(
      ({ BrowserWindow }, code) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code) as Promise<T>,
      script,
    );
  await page('globalThis.marked = true');
  // Playwright gives a page that was ended up; the main process is asked what became of it.
  const ended = framing.page.waitForEvent('crash');
  await actThatEnds(gather(framing.page, true, servers), ended);
  await expect
    .poll(() => page<boolean>("document.readyState === 'complete' && !('marked' in globalThis)"))
    .toBe(true);
  expect(servers.heard).toEqual({ packets: 0, connections: 0 });
  servers.close();
  await framing.remove();
});

// Last, because Playwright waits for the navigations that were refused here.
test('nothing leads out of the till (E13, E14)', async () => {
  const { page, app } = till;
  const before = page.url();
  await app.evaluate(({ BrowserWindow }) => {
    const stopped: string[] = [];
    const gone: string[] = [];
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Runs after the lock's own listener.
    contents?.on('will-frame-navigate', (event) => {
      if (event.defaultPrevented) stopped.push(event.url);
    });
    contents?.on('did-navigate', (_event, url) => gone.push(url));
    Object.assign(globalThis, { stopped, gone });
  });
  const seen = () => app.evaluate(() => globalThis as unknown as { stopped: string[]; gone: string[] });
  const follow = (address: string) =>
    page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to, textContent: 'out' });
      document.body.append(link);
      link.click();
      link.remove();
    }, address);

  // The browser itself refuses these two, before any listener runs.
  await follow('file:///etc/passwd');
  await follow('data:text/html,x');
  for (const address of ['app://till.evil/', 'https://example.com/']) {
    await follow(address);
    await expect.poll(async () => (await seen()).stopped, address).toContain(address);
  }
  // One of our own pages that redirects to another: the protocol never redirects, so the test adds one.
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const redirected = { url: 'https://example.com/sent-on', defaultPrevented: false, preventDefault() {} };
    redirected.preventDefault = () => void (redirected.defaultPrevented = true);
    contents?.emit('will-redirect', redirected, redirected.url);
    Object.assign(globalThis, { redirected });
  });
  expect(
    await app.evaluate(
      () =>
        (globalThis as unknown as { redirected: { defaultPrevented: boolean } }).redirected.defaultPrevented,
    ),
  ).toBe(true);
  // A script address runs nothing, because the policy allows no inline script.
  await follow('javascript:globalThis.ran=1');
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  // A file that is dropped on the page causes no navigation either.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['<script>1</script>'], 'evil.html', { type: 'text/html' }));
    data.setData('text/uri-list', 'https://example.com/dropped');
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      );
  });
  expect((await seen()).gone).toEqual([]);
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  expect(page.url()).toBe(before);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
