import { act, cleanup, configure, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { Platform } from '#shared/host/platform.ts';
import { apiSlice } from '../../../renderer/api/api-slice.ts';
import { ServicesContext } from '../../../renderer/state/hooks.ts';
import { feedOpened, listRead, ordersSlice, selectOrder } from '../../../renderer/state/orders-slice.ts';
import { makeStore, type AppStore, type Services } from '../../../renderer/state/store.ts';
import { useAppSelector } from '../../../renderer/state/hooks.ts';
import { ToastProvider } from '../../../renderer/ui/toasts.tsx';
import { oneOrderServer, type OneOrderServer } from '../stand-in/one-order-server.ts';
import { fakePlatform } from './fake-platform.ts';

// Its default is 1 s, which a busy machine may exceed without any fault.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  // Where toasts are is the page's, and no part of what was shown.
  document.body.replaceChildren();
});

/** Shows a part of the screens as the app does: on the real store and client, and a person at it. */
export function show(
  part: ReactNode,
  platform: Platform = fakePlatform(),
): { user: UserEvent; store: AppStore; services: Services } {
  const { store, services } = makeStore(platform);
  services.addApi(apiSlice, ordersSlice);
  render(
    <Provider store={store}>
      <ServicesContext value={services}>
        <ToastProvider>{part}</ToastProvider>
      </ServicesContext>
    </Provider>,
  );
  return { user: userEvent.setup(), store, services };
}

/** Two presses so quick that the first has not been drawn yet when the second comes. */
export function pressTwice(button: HTMLElement): void {
  act(() => {
    button.click();
    button.click();
  });
}

const servers: OneOrderServer[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Shows a part for one order of the outlet that is watched, at a server that has it; the part follows the order. */
export async function showOrder(
  order: Order,
  part: (order: Order) => ReactNode,
  platform: Platform = fakePlatform(),
) {
  const server = await oneOrderServer(order);
  servers.push(server);
  // A page may call the server that it comes from.
  location.href = `${server.origin}/outlets/${order.outletId}/trading-session`;
  const Followed = () => {
    const now = useAppSelector((state) => selectOrder(state, order.id));
    return now ? part(now) : null;
  };
  const shown = show(<Followed />, platform);
  act(() => {
    shown.store.dispatch(
      feedOpened([{ outletId: order.outletId, outletName: 'The Old Ferry', trading: true }]),
    );
    shown.store.dispatch(listRead(order.outletId, [order]));
  });
  return { ...shown, server };
}
