import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { App, Button, Form, Input, Typography } from 'antd';
import { createRoot } from 'react-dom/client';
import { Provider, useDispatch } from 'react-redux';
import { BrowserRouter, Link, Route, Routes, useNavigate } from 'react-router';

type Credentials = { email: string; password: string };

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/api' }),
  endpoints: ({ mutation }) => ({
    signIn: mutation<{ email: string }, Credentials>({
      query: (body) => ({ url: '/sellers/sign-in', method: 'POST', body }),
    }),
  }),
});
const session = createSlice({
  name: 'session',
  initialState: { email: '' },
  reducers: { signedIn: (state, { payload }: PayloadAction<string>) => void (state.email = payload) },
});
const store = configureStore({
  reducer: { session: session.reducer, [api.reducerPath]: api.reducer },
  middleware: (defaults) => defaults().concat(api.middleware),
});

/** A sign-in page as it is commonly written: a component library's form and messages, all in one file. */
function SignIn() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [signIn, { isLoading }] = api.useSignInMutation();

  async function submit(credentials: Credentials) {
    const { data } = await signIn(credentials);
    if (!data) return message.error('Your credentials are not valid');
    dispatch(session.actions.signedIn(data.email));
    return navigate('/business');
  }

  return (
    <main>
      <Typography.Title>Sign in</Typography.Title>
      <Form layout="vertical" onFinish={(credentials: Credentials) => void submit(credentials)}>
        <Form.Item name="email" label="E-mail" rules={[{ required: true, type: 'email' }]}>
          <Input />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true }]}>
          <Input.Password />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isLoading}>
          Sign in
        </Button>
      </Form>
      <p>
        New here? <Link to="/sign-up">Sign Up</Link>
      </p>
    </main>
  );
}

const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <Provider store={store}>
      <App>
        <BrowserRouter>
          <Routes>
            <Route path="*" element={<SignIn />} />
          </Routes>
        </BrowserRouter>
      </App>
    </Provider>,
  );
