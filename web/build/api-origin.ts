import { API_ORIGIN_META } from '#shared/base/api-origin.ts';
import type { Plugin } from 'vite';

/**
 * Names the API's origin in the app's page, if it is another one, so that the server that sends the page allows it.
 */
export function apiOrigin(): Plugin {
  let apiUrl = '';
  return {
    name: 'house:api-origin',
    configResolved({ env }) {
      apiUrl = String(env['VITE_API_URL'] ?? '');
      if (apiUrl !== '' && !apiUrl.startsWith('/') && !/^https?:\/\//.test(apiUrl))
        throw new Error('VITE_API_URL is a path (/api) or an address (https://api.example/api).');
    },
    transformIndexHtml: () =>
      /^https?:/.test(apiUrl)
        ? [
            {
              tag: 'meta',
              attrs: { name: API_ORIGIN_META, content: new URL(apiUrl).origin },
              injectTo: 'head',
            },
          ]
        : [],
  };
}
