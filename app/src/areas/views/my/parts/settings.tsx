import { View } from '@tarojs/components'
import { useState } from 'react'
import app from '../../../../../package.json'
import { agreementPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { chooseTheme, THEMES, useTheme } from '../../../../platform/theme'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { confirm } from '../../../../ui/confirm'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { useLogOut } from '../../../people/auth/session-data'

/** Theme, agreements, version, and log-out. */
export function Settings() {
  const theme = useTheme((state) => state.theme)
  const [choosesTheme, setChoosesTheme] = useState(false)
  return (
    <>
      <Card flush>
        <Cell
          icon="settings"
          title="主题"
          value={THEMES.find(({ key }) => key === theme)?.text}
          onPress={() => setChoosesTheme(true)}
        />
        <Cell icon="document" title="用户协议" onPress={() => goTo(agreementPath('terms'))} />
        <Cell icon="lock" title="隐私政策" onPress={() => goTo(agreementPath('privacy'))} />
        <Cell icon="info" title="版本" value={app.version} />
      </Card>
      <LogOut />
      <Sheet open={choosesTheme} onClose={() => setChoosesTheme(false)} title="主题">
        <View {...semantics({ role: 'radiogroup', label: '主题' })}>
          {THEMES.map(({ key, text }) => (
            <Cell
              key={key}
              title={text}
              chosen={key === theme}
              onPress={() => {
                chooseTheme(key)
                setChoosesTheme(false)
              }}
            />
          ))}
        </View>
      </Sheet>
    </>
  )
}

/** Asks first, because logging in again needs the password. */
function LogOut() {
  const userId = useUserId()
  const logOut = useLogOut()
  if (!userId) return null
  const leave = async () => {
    const yes = await confirm({
      title: '退出登录？',
      line: '再次使用需要重新登录，课程和课时不受影响',
      confirmText: '退出登录',
      danger: true,
    })
    if (yes) logOut.act()
  }
  return (
    <Card flush>
      <Cell title="退出登录" danger plain disabled={logOut.isPending} onPress={leave} />
    </Card>
  )
}
