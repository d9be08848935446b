import { type Device, IPHONE } from '../harness/device.ts'

/** The user that a drawing logs in. Absent: a guest. */
type Viewer = 'player' | 'coach'

/** A page to draw, with its name in files and failures. */
export type MainPage = { name: string; as?: Viewer; route: string }

/** The pages that most people use on most days. */
export const MAIN_PAGES: readonly MainPage[] = [
  { name: 'home', as: 'player', route: 'pages/home/index' },
  { name: 'booking', as: 'player', route: 'pages/bookingClass/index' },
  { name: 'class', as: 'player', route: 'pages/booking_view/index' },
  { name: 'balls', as: 'player', route: 'pages/bookingBall/index' },
  { name: 'ball', as: 'player', route: 'bookingBall/pages/ballDetail/index' },
  { name: 'stringing', as: 'player', route: 'pages/threading/index' },
  { name: 'my', as: 'player', route: 'pages/my/index' },
  { name: 'coach-day', as: 'coach', route: 'coach/pages/day_board/index' },
  { name: 'messages', as: 'player', route: 'user/pages/user_message/index' },
  { name: 'log-in', route: 'pages/login/index' },
]

/** The devices: the usual phone, a small one, a tablet, and the usual phone in the dark theme. */
export const DEVICES: readonly (Device & { name: string })[] = [
  { name: '375', ...IPHONE },
  { name: '320', ...IPHONE, width: 320, height: 640, statusBarHeight: 24, safeBottom: 0 },
  { name: '768', ...IPHONE, width: 768, height: 1024, statusBarHeight: 24, safeBottom: 0 },
  { name: '375-dark', ...IPHONE, theme: 'dark' },
]
