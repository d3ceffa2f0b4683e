import type { Alert, Drill, Escalation, EscalationBody, PhoneBody } from '#shared/api/escalation.ts';
import { apiSlice, request } from '../api/api-slice.ts';

/** Whom an outlet tells of an order that nobody has seen; loaded with what shows it. */
const escalationApi = apiSlice.enhanceEndpoints({ addTagTypes: ['Escalation'] }).injectEndpoints({
  endpoints: (build) => ({
    escalation: build.query<Escalation, string>({
      query: (outletId) => request('GET /sellers/outlets/:outletId/escalation', { params: { outletId } }),
      providesTags: ['Escalation'],
    }),
    saveEscalation: build.mutation<Escalation, { outletId: string; body: EscalationBody }>({
      query: ({ outletId, body }) =>
        request('PUT /sellers/outlets/:outletId/escalation', { params: { outletId }, body }),
      invalidatesTags: ['Escalation'],
    }),
    addPhone: build.mutation<Escalation, { outletId: string; body: PhoneBody }>({
      query: ({ outletId, body }) =>
        request('POST /sellers/outlets/:outletId/phones', { params: { outletId }, body }),
      invalidatesTags: ['Escalation'],
    }),
    removePhone: build.mutation<Escalation, { outletId: string; phoneId: string }>({
      query: (params) => request('DELETE /sellers/outlets/:outletId/phones/:phoneId', { params }),
      invalidatesTags: ['Escalation'],
    }),
    startDrill: build.mutation<Drill | null, string>({
      query: (outletId) => request('POST /sellers/outlets/:outletId/drill', { params: { outletId } }),
    }),
    drill: build.query<Drill | null, string>({
      query: (outletId) => request('GET /sellers/outlets/:outletId/drill', { params: { outletId } }),
    }),
    orderAlerts: build.query<Alert[], string>({
      query: (orderId) => request('GET /sellers/orders/:orderId/alerts', { params: { orderId } }),
    }),
  }),
});

export const {
  useEscalationQuery,
  useLazyEscalationQuery,
  useSaveEscalationMutation,
  useAddPhoneMutation,
  useRemovePhoneMutation,
  useStartDrillMutation,
  useDrillQuery,
  useOrderAlertsQuery,
} = escalationApi;
