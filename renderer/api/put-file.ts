import axios, { isAxiosError } from 'axios';
import { CallFailed, readFailure, unreachable } from './failure.ts';

const TIMEOUT_MS = 60_000;

/**
 * Uploads a file to its signed address, without credentials. Rejects with {@link CallFailed}.
 * @param onProgress called with the uploaded share, from 0 to 1
 */
export async function putFile(
  address: string,
  file: Blob,
  onProgress: (part: number) => void,
): Promise<void> {
  try {
    const { status, data } = await axios.put<unknown>(address, file, {
      headers: { 'content-type': file.type },
      timeout: TIMEOUT_MS,
      validateStatus: () => true,
      onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
    });
    if (status < 200 || status >= 300) throw new CallFailed(readFailure(status, data));
  } catch (error) {
    if (isAxiosError(error)) throw new CallFailed(unreachable);
    throw error;
  }
}
