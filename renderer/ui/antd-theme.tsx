import { ConfigProvider, theme as antdTheme } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { pageNonce } from './page-nonce.ts';
import { useDark } from './use-dark.ts';

/** antd with the product's own tokens, read from the current tokens.css; styles carry the page's nonce. */
export function AntdTheme({ children }: { children: ReactNode }) {
  const dark = useDark();
  const theme = useMemo(() => {
    const token = {
      colorPrimary: colour('--accent'),
      colorTextLightSolid: colour('--accent-ink'),
      colorBgBase: colour('--surface'),
      colorBgElevated: colour('--surface'),
      colorTextBase: colour('--ink'),
      colorTextDescription: colour('--ink-soft'),
      colorBgContainer: colour('--surface'),
      colorIcon: colour('--ink-soft'),
      colorTextQuaternary: colour('--ink-soft'),
      colorTextPlaceholder: colour('--ink-soft'),
      colorBorder: colour('--line-strong'),
      colorError: colour('--late'),
      colorLink: colour('--accent'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: 16,
      controlHeight: 48,
      borderRadius: 10,
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    };
    // As large as the titles of our own dialogs.
    const components = { Modal: { titleFontSize: 20 } };
    return { token, components, algorithm: dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm };
  }, [dark]);
  return (
    <ConfigProvider
      theme={theme}
      csp={{ nonce: pageNonce() }}
      // Inside the field's parent, so that a list scrolls with its dialog.
      getPopupContainer={(field) => field?.parentElement ?? document.body}
    >
      {children}
    </ConfigProvider>
  );
}

/** A token's colour in the current theme. */
function colour(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}
