import { loadable } from '../ui/loadable.tsx';

// Screens whose code is loaded when they are first opened, or before (preload.ts).

export const HomeScreen = loadable(async () => (await import('./home-screen.tsx')).HomeScreen);
export const SignUpScreen = loadable(
  async () => (await import('../features/session/sign-up-screen.tsx')).SignUpScreen,
);
export const SettingsScreen = loadable(async () => (await import('./settings-screen.tsx')).SettingsScreen);
export const AccountReviewScreen = loadable(
  async () => (await import('../features/session/account-review-screen.tsx')).AccountReviewScreen,
);
export const SignedInLayout = loadable(async () => (await import('./signed-in-layout.tsx')).SignedInLayout);
export const OutletsScreen = loadable(
  async () => (await import('../features/outlets/outlets-screen.tsx')).OutletsScreen,
);
export const ManageScreen = loadable(
  async () => (await import('../features/outlets/manage-screen.tsx')).ManageScreen,
);
export const OutletImageScreen = loadable(
  async () => (await import('../features/outlets/outlet-image-screen.tsx')).OutletImageScreen,
);
export const TableCodesScreen = loadable(
  async () => (await import('../features/table-codes/table-codes-screen.tsx')).TableCodesScreen,
);
export const SessionsScreen = loadable(
  async () => (await import('../features/trading-sessions/sessions-screen.tsx')).SessionsScreen,
);
export const PeriodScreen = loadable(
  async () => (await import('../features/trading-sessions/period-screen.tsx')).PeriodScreen,
);
export const CatalogsScreen = loadable(
  async () => (await import('../features/catalogs/catalogs-screen.tsx')).CatalogsScreen,
);
export const CatalogEditorScreen = loadable(
  async () => (await import('../features/catalog-editor/editor-screen.tsx')).CatalogEditorScreen,
);
export const PayoutsScreen = loadable(
  async () => (await import('../features/payouts/payouts-screen.tsx')).PayoutsScreen,
);
export const AdminHomeScreen = loadable(
  async () => (await import('../features/admin/admin-home-screen.tsx')).AdminHomeScreen,
);
export const SellersScreen = loadable(
  async () => (await import('../features/admin/sellers-screen.tsx')).SellersScreen,
);
export const SellerScreen = loadable(
  async () => (await import('../features/admin/seller-screen.tsx')).SellerScreen,
);
export const ReviewedOutletsScreen = loadable(
  async () => (await import('../features/admin/outlets-screen.tsx')).ReviewedOutletsScreen,
);
export const AuditLogScreen = loadable(
  async () => (await import('../features/admin/audit-log-screen.tsx')).AuditLogScreen,
);
export const LeadsScreen = loadable(
  async () => (await import('../features/admin/leads-screen.tsx')).LeadsScreen,
);
export const NotFoundScreen = loadable(async () => (await import('./not-found-screen.tsx')).NotFoundScreen);
/** The three live screens, by the ends of their addresses. */
export const liveScreens = (['trading-session', 'orders', 'orders-basic'] as const).map((path) => ({
  path,
  LiveScreen: loadable(
    async () => (await import('../features/orders/trading-session-screen.tsx')).screens[path],
  ),
}));
export const SellerHome = loadable(async () => (await import('../features/home/seller-home.tsx')).SellerHome);
