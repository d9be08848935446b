import { View } from '@tarojs/components'
import { CARDS_KEY, OWN_CLASSES_KEY, PROFILE_KEY, REGISTRATION_KEY, UNREAD_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { CardStack } from '../../../ui/card'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { Wallet } from '../../money/cards/wallet'
import { chooseIdentity, useIdentity, useIsCoach } from '../../people/auth/identity'
import styles from './my-view.module.scss'
import { Entries } from './parts/entries'
import { ProfileHero } from './parts/profile-hero'
import { RegistNotice } from './parts/regist-notice'
import { Settings } from './parts/settings'
import { WayCells } from './parts/way-cells'

const IDENTITIES = [
  { key: 'player', text: '球员' },
  { key: 'coach', text: '教练' },
] as const

const KEYS = [PROFILE_KEY, OWN_CLASSES_KEY, UNREAD_KEY, CARDS_KEY, REGISTRATION_KEY]

/** 我的: the user's profile, waiting items, and settings. A coach is a player too and chooses the identity here. */
export function MyView() {
  const isCoach = useIsCoach()
  useFreshOnShow(KEYS)
  return (
    <Page title="我的" tab hero={<ProfileHero />} lead={isCoach ? <IdentitySwitch /> : undefined}>
      <View className={styles.body}>
        <CardStack>
          <Wallet />
          <RegistNotice />
          <Entries />
          <WayCells />
          <Settings />
        </CardStack>
      </View>
    </Page>
  )
}

function IdentitySwitch() {
  const identity = useIdentity()
  return <Segmented items={IDENTITIES} value={identity} onChange={chooseIdentity} label="身份" tone="hero" />
}
