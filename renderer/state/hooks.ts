import { createContext, useContext } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch, RootState, Services } from './store.ts';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();

export const ServicesContext = createContext<Services | null>(null);

/** The platform and the client; for effects and handlers, never to render by the host's name. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Outside <App>');
  return services;
}
