import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { Console } from './console'
import './main.css'
import { reportErrors } from './platform/report-error'
import { Boundary } from './ui/boundary'
import { theme } from './ui/theme'

dayjs.locale('zh-cn')
reportErrors()

/** Users who asked their system for reduced motion get none. */
const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** One route for all: `pages.tsx` names the pages. Only this kind of router can ask before a page is left. */
const router = createBrowserRouter(
  [
    {
      path: '*',
      element: (
        <Boundary at="">
          <Console />
        </Boundary>
      ),
    },
  ],
  { basename: '/console' },
)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no place for the console')
createRoot(root).render(
  <StrictMode>
    <ConfigProvider
      locale={zhCN}
      theme={{ ...theme, token: { ...theme.token, motion } }}
      button={{ autoInsertSpace: false }}
    >
      <App>
        <RouterProvider router={router} />
      </App>
    </ConfigProvider>
  </StrictMode>,
)
