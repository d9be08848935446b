import type { Contract } from '@paidang/api/areas/contracts'
import { View } from '@tarojs/components'
import { classInfoPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Facts } from '../../../../ui/dot'
import { HeroGround } from '../../../../ui/hero-ground'
import { HoursBar } from '../../../../ui/hours-bar'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import styles from './contract-hero.module.scss'
import { contractFacts, contractHours, contractTag } from './contract-labels'

/** One contract on the court: its course, price and end, and the state of its hours. */
export function ContractHero({ contract, now }: { contract: Contract; now: Date }) {
  const { text, kind } = contractTag(contract, now)
  return (
    <HeroGround rounded>
      <View className={styles.card}>
        <View className={styles.head}>
          <View className={styles.course} {...semantics({ role: 'heading', level: 2 })}>
            <View
              className={styles.link}
              {...pressable({ role: 'link', onPress: () => goTo(classInfoPath(contract.courseDesign.id)) })}
            >
              {contract.courseDesign.courseName}
              <Icon name="chevron-right" size={16} />
            </View>
          </View>
          <Tag kind={kind}>{text}</Tag>
        </View>
        <View className={styles.facts}>
          <Facts>{contractFacts(contract)}</Facts>
        </View>
        <View className={styles.hours}>
          {contractHours(contract).map(({ name, value }) => (
            <View key={name} className={styles.part}>
              <View className={styles.number}>{value}</View>
              <View className={styles.name}>{name}</View>
            </View>
          ))}
        </View>
        <HoursBar
          tone="hero"
          total={contract.totalSessions}
          available={contract.availableSessions}
          held={contract.heldSessions}
          expired={contract.expiredSessions}
        />
      </View>
    </HeroGround>
  )
}
