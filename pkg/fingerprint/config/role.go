package config

// role is what a member of an entry means for its definition.
type role uint8

const (
	roleUnknown role = iota
	roleCommand
	roleArgs
	roleEnv
	roleCwd
	roleURL
	roleHeaders
	roleType
	roleEnvNames       // names of variables that are passed on
	roleBearerEnv      // the variable that holds a bearer token
	roleHeaderEnv      // header names with the variables that hold their values
	roleRequestOptions // Continue: headers and more
	roleAPIKey         // Continue: sent as a bearer token
	roleSource         // Zed: "custom" or "extension"
	roleEnvFile
	roleHelper   // a second command
	roleApproval // which tools run without asking
	roleOAuth
	roleState   // enabled, disabled
	roleSetting // known and without a place in a definition
)

// commonRoles are the members that mean the same in every client's entries.
var commonRoles = map[string]role{
	"command": roleCommand, "args": roleArgs, "env": roleEnv, "cwd": roleCwd,
	"url": roleURL, "serverUrl": roleURL, "httpUrl": roleURL, "headers": roleHeaders,
	"type": roleType, "transport": roleType, "transportType": roleType,
	"envFile": roleEnvFile, "headersHelper": roleHelper,
	"trust": roleApproval, "autoApprove": roleApproval, "alwaysAllow": roleApproval, "autoApproveTools": roleApproval, "approvalMode": roleApproval,
	"oauth": roleOAuth, "auth": roleOAuth, "authProviderType": roleOAuth, "targetAudience": roleOAuth, "targetServiceAccount": roleOAuth, "authorization": roleOAuth,
	"disabled": roleState, "enabled": roleState,
	"name": roleSetting, "displayName": roleSetting, "display_name": roleSetting, "title": roleSetting, "description": roleSetting, "icon": roleSetting,
	"version": roleSetting, "timeout": roleSetting, "connectionTimeout": roleSetting, "faviconUrl": roleSetting, "sourceFile": roleSetting,
	"startup_timeout_sec": roleSetting, "startup_timeout_ms": roleSetting, "tool_timeout_sec": roleSetting, "required": roleSetting, "supports_parallel_tool_calls": roleSetting,
	"enabled_tools": roleSetting, "disabled_tools": roleSetting, "includeTools": roleSetting, "excludeTools": roleSetting, "disabledTools": roleSetting,
	"allowedTools": roleSetting, "available_tools": roleSetting, "tools": roleSetting, "bundled": roleSetting,
	"dev": roleSetting, "sandbox": roleSetting, "sandboxEnabled": roleSetting, "gallery": roleSetting, "watchPaths": roleSetting,
	"_comment": roleSetting, "//": roleSetting, "note": roleSetting,
}

func (c Client) role(name string) role {
	if r, ok := c.roles[name]; ok {
		return r
	}
	return commonRoles[name]
}

// memberNames lists what an entry of this client can hold, for "did you mean".
func (c Client) memberNames() []string {
	names := []string{"command", "args", "env", "cwd", "url", "headers", "type", "envFile", "headersHelper", "autoApprove", "alwaysAllow", "disabled", "enabled", "timeout", "oauth"}
	for _, extra := range []string{"httpUrl", "serverUrl"} {
		if c.Name == "gemini" || c.Name == "windsurf" {
			names = append(names, extra)
		}
	}
	for _, name := range []string{"env_vars", "bearer_token_env_var", "http_headers", "env_http_headers", "cmd", "envs", "env_keys", "uri", "environment", "requestOptions", "source"} {
		if _, ok := c.roles[name]; ok {
			names = append(names, name)
		}
	}
	return names
}
