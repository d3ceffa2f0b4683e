import type { SafeStorage } from 'electron';

/** Encrypts with a key that the system stores for this user. */
export type Cipher = {
  encrypt(text: string): Promise<Buffer>;
  /** Throws if the bytes cannot be decrypted with the current key. */
  decrypt(
    bytes: Buffer,
  ): Promise<{ text: string; /** The key has changed: encrypt it again. */ outdated: boolean }>;
};

/** The calls of both generations; the newer ones are asynchronous, and older runtimes have only the others. */
type AnySafeStorage = Partial<
  Pick<
    SafeStorage,
    | 'isAsyncEncryptionAvailable'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
    | 'isEncryptionAvailable'
    | 'encryptString'
    | 'decryptString'
    | 'getSelectedStorageBackend'
  >
>;

/** The prefix of Chromium's fallback on Linux, whose key is the same on every computer. */
const KNOWN_KEY_PREFIX = 'v10';

/**
 * The system's cipher, or null if it protects nothing: on Linux without a keyring anybody can decrypt, which a probe
 * detects. Call it once the app is ready.
 */
export async function openCipher(storage: AnySafeStorage, platform: NodeJS.Platform): Promise<Cipher | null> {
  const cipher = await cipherOf(storage).catch(() => null);
  if (!cipher) return null;
  if (platform !== 'linux') return cipher;
  if (storage.getSelectedStorageBackend?.() === 'basic_text') return null;
  const probe = await cipher.encrypt('probe').catch(() => null);
  return probe === null || probe.subarray(0, 3).toString('latin1') === KNOWN_KEY_PREFIX ? null : cipher;
}

/** Opens the cipher once; where there is none, again at each use: a keyring that is shut now may be open then. */
export function onceOpen(open: () => Promise<Cipher | null>): () => Promise<Cipher | null> {
  let opened: Promise<Cipher | null> | null = null;
  async function attempt(): Promise<Cipher | null> {
    const cipher = await open();
    if (cipher === null) opened = null;
    return cipher;
  }
  return () => (opened ??= attempt());
}

async function cipherOf(storage: AnySafeStorage): Promise<Cipher | null> {
  if (storage.isAsyncEncryptionAvailable && storage.encryptStringAsync && storage.decryptStringAsync) {
    const { encryptStringAsync: encrypt, decryptStringAsync: decrypt } = storage;
    if (!(await storage.isAsyncEncryptionAvailable())) return null;
    return {
      encrypt: (text) => encrypt.call(storage, text),
      async decrypt(bytes) {
        const { result, shouldReEncrypt } = await decrypt.call(storage, bytes);
        return { text: result, outdated: shouldReEncrypt };
      },
    };
  }
  // oxlint-disable-next-line typescript/no-deprecated -- for runtimes that have nothing else
  const { isEncryptionAvailable: available, encryptString: encrypt, decryptString: decrypt } = storage;
  if (!available?.call(storage) || !encrypt || !decrypt) return null;
  return {
    encrypt: async (text) => encrypt.call(storage, text),
    decrypt: async (bytes) => ({ text: decrypt.call(storage, bytes), outdated: false }),
  };
}
