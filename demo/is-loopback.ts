/** Whether a server that listens on this address can be reached by this computer alone. */
export const isLoopback = (host: string): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/.test(host);
