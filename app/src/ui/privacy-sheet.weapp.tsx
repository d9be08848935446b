import { View } from '@tarojs/components'
import {
  answerConsent,
  CONSENT_BUTTON_ID,
  openPrivacyGuide,
  PRIVACY_SCOPES,
  useNeedsConsent,
} from '../platform/privacy-consent'
import { Button } from './button'
import styles from './privacy-sheet.module.scss'
import { pressable } from './semantics'
import { Sheet } from './sheet'
import { WechatCover } from './wechat-cover'

/** Asks for the consent whenever WeChat requires it; closing means refusing. */
export function PrivacySheet() {
  const needsConsent = useNeedsConsent()
  const refuse = () => answerConsent(false)
  return (
    <Sheet
      open={needsConsent}
      onClose={refuse}
      title="隐私保护指引"
      foot={
        <View className={styles.ways}>
          <Button kind="plain" full onPress={refuse}>
            不同意
          </Button>
          <Button
            full
            cover={
              <WechatCover
                ask="agreePrivacyAuthorization"
                id={CONSENT_BUTTON_ID}
                onAnswer={() => answerConsent(true)}
              />
            }
          >
            同意
          </Button>
        </View>
      }
    >
      <View className={styles.text}>
        以下信息只在你使用对应功能时取用。请先阅读指引，同意后继续；不同意也可以使用其他功能。
      </View>
      <View className={styles.scopes}>
        {PRIVACY_SCOPES.map(({ name, purpose }) => (
          <View key={name} className={styles.scope}>
            <View className={styles.name}>{name}</View>
            <View>{purpose}</View>
          </View>
        ))}
      </View>
      <View className={styles.link} {...pressable({ role: 'link', onPress: openPrivacyGuide })}>
        《用户隐私保护指引》
      </View>
    </Sheet>
  )
}
