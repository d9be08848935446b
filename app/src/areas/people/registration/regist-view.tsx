import { useUserId } from '../../../platform/session'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { CoachRegist } from './parts/coach-regist'
import { PlayerRegist } from './parts/player-regist'
import { RegistHero } from './parts/regist-hero'

/** 注册: as a player with a name and the sport, or the application to be a coach. */
export function RegistView({ as }: { as?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  const asCoach = as === 'coach'
  if (!isLoggedIn) {
    return (
      <Page title={asCoach ? '申请成为教练' : '注册'} hero={<RegistHero title="加入拍档" line="登录后填写" />}>
        <SignedOut />
      </Page>
    )
  }
  return asCoach ? <CoachRegist /> : <PlayerRegist />
}
