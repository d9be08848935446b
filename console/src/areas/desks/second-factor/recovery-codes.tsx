import { Alert, Button, Card, Flex, Typography } from 'antd'

/** Shows recovery codes once, to be kept in another place than the phone. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <Card title="请保存恢复码" style={{ maxWidth: 640 }}>
      <Alert
        type="warning"
        showIcon
        title="手机不在身边时，用恢复码代替验证码登录，每个只能用一次。关闭后不再显示。"
        style={{ marginBottom: 16 }}
      />
      <Typography.Paragraph copyable={{ text: codes.join('\n'), tooltips: ['复制全部', '已复制'] }}>
        恢复码：
      </Typography.Paragraph>
      <Flex component="ul" wrap gap={8} style={{ listStyle: 'none', margin: '0 0 16px', padding: 0 }}>
        {codes.map((code) => (
          <li key={code}>
            <Typography.Text code style={{ fontSize: 16 }}>
              {code}
            </Typography.Text>
          </li>
        ))}
      </Flex>
      <Button type="primary" onClick={onSaved}>
        已保存
      </Button>
    </Card>
  )
}
