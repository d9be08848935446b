import { HomeView } from '../../areas/home/home-view'

/** 首页. */
export default function HomePage() {
  return <HomeView />
}
