// Preloaded into Electron as a stand-in for the system's keyring, for machines without one.
const { createCipheriv, createDecipheriv, createHash, randomBytes } = require('node:crypto');
const { safeStorage } = require('electron');

const key = createHash('sha256').update('the keyring of this test').digest();

Object.assign(safeStorage, {
  getSelectedStorageBackend: () => 'gnome_libsecret',
  isAsyncEncryptionAvailable: async () => true,
  async encryptStringAsync(text) {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from('v11'), iv, cipher.getAuthTag(), body]);
  },
  async decryptStringAsync(bytes) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(3, 15));
    decipher.setAuthTag(bytes.subarray(15, 31));
    const result = Buffer.concat([decipher.update(bytes.subarray(31)), decipher.final()]).toString('utf8');
    return { result, shouldReEncrypt: false };
  },
});
