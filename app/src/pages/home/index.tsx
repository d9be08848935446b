import { HomeView } from '../../areas/views/home/home-view'

/** 首页. */
export default function HomePage() {
  return <HomeView />
}
