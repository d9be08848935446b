import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Console } from './console'
import './main.css'
import { theme } from './ui/theme'

dayjs.locale('zh-cn')

/** Whoever asked their system for less motion gets none. */
const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches

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
        <BrowserRouter basename="/console">
          <Console />
        </BrowserRouter>
      </App>
    </ConfigProvider>
  </StrictMode>,
)
