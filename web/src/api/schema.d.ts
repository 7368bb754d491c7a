/* Made by npm run openapi from the service's own document. */
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HealthController_alive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HealthController_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HealthController_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/update-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UsersController_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UsersController_changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/send-verification-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tells nobody whether an address is known. */
        post: operations["VerificationController_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["VerificationController_verify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tells nobody whether an address is known (AUTH_FACTS §14 #10). */
        post: operations["PasswordsController_request[0]"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forget-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tells nobody whether an address is known (AUTH_FACTS §14 #10). */
        post: operations["PasswordsController_request[1]"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Leads on to where the new password is chosen. The token stays good. */
        get: operations["PasswordsController_follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/delete-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeletionController_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/delete-user/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the link of the mail leads. */
        get: operations["DeletionController_confirm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/ok": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["StatusController_ok"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where failed redirects end (AUTH_FACTS §7.6). */
        get: operations["StatusController_error"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SignInController_signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SignInController_signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SignInController_signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SessionsController_getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session as services can check it without asking: a JWT, which `SignSessionToken` describes. */
        get: operations["SessionsController_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SessionsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SessionsController_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SessionsController_revokeAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-other-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SessionsController_revokeOthers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/create-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/list-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/set-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminController_setRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/ban-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminController_ban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/unban-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminController_unban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/set-user-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Also where there was none; ends his sessions. */
        post: operations["AdminController_setPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/remove-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminController_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/has-permission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Of whoever is signed in, else of the user or the role that is asked about. */
        post: operations["AdminController_hasPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/impersonate-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** For an hour, or until `stop-impersonating`; all that happens meanwhile names the administrator too. */
        post: operations["UserSessionsController_impersonate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/stop-impersonating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UserSessionsController_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/list-user-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Handles stand for the tokens. */
        post: operations["UserSessionsController_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/revoke-user-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UserSessionsController_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/revoke-user-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UserSessionsController_revokeAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SocialController_signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/link-social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SocialController_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/callback/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SocialController_back"];
        put?: never;
        /** For providers that send a form. */
        post: operations["SocialController_backByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/list-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LinkedAccountsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/unlink-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["LinkedAccountsController_unlink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-access-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a provider granted the user opens his account there: not for somebody who acts as him. */
        post: operations["LinkedAccountsController_accessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["LinkedAccountsController_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/account-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whose account it is, as the provider says now; null where it says nothing. */
        post: operations["LinkedAccountsController_info"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/sign-in-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SignInOptionsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OrganizationsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OrganizationsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["OrganizationsController_update"];
        trace?: never;
    };
    "/api/auth/organization/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthOrganizationsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthOrganizationsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/check-slug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthOrganizationsController_checkSlug"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthOrganizationsController_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthOrganizationsController_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/set-active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthOrganizationsController_setActive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-full-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthOrganizationsController_getFull"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest client's (AUTH_FACTS §15). */
        get: operations["AuthOrganizationsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-active-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthMembersController_getActive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-active-member-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Of somebody else too, for whoever is in the organization himself. */
        get: operations["AuthMembersController_getActiveRole"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthMembersController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthMembersController_leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/remove-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthMembersController_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/update-member-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthMembersController_updateRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/has-permission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthMembersController_hasPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/invite-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthInvitationsController_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthInvitationsController_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/reject-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthInvitationsController_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/cancel-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthInvitationsController_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthInvitationsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthInvitationsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-user-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthInvitationsController_listMine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/create-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthTeamsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/update-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthTeamsController_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/remove-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthTeamsController_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Of the active organization, whichever is named (AUTH_FACTS §9). */
        get: operations["AuthTeamsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-user-teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthTeamsController_listMine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-team-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthTeamsController_listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/add-team-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthTeamsController_addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/remove-team-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthTeamsController_removeMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/set-active-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Of the active organization, and one that he is in. */
        post: operations["AuthTeamsController_setActive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PeopleController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization-access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AccessTokensController_list"];
        put?: never;
        post: operations["AccessTokensController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization-access-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["AccessTokensController_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ApiKeysController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ApiKeysController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ApiKeysController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ApiKeysController_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ApiKeysController_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OutboxController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ProductsController_list"];
        put?: never;
        post: operations["ProductsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ProductsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["ProductsController_update"];
        trace?: never;
    };
    "/v1/products/{id}/benefits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ProductsController_changeBenefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/benefits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["BenefitsController_list"];
        put?: never;
        post: operations["BenefitsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/benefits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["BenefitsController_get"];
        put?: never;
        post?: never;
        delete: operations["BenefitsController_delete"];
        options?: never;
        head?: never;
        patch: operations["BenefitsController_update"];
        trace?: never;
    };
    "/v1/benefits/{id}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GrantsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["MetricsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["MetricsController_limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CustomersController_list"];
        put?: never;
        post: operations["CustomersController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/external/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CustomersController_getExternal"];
        put?: never;
        post?: never;
        delete: operations["CustomersController_deleteExternal"];
        options?: never;
        head?: never;
        patch: operations["CustomersController_updateExternal"];
        trace?: never;
    };
    "/v1/customers/external/{external_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CustomersController_getStateExternal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CustomersController_get"];
        put?: never;
        post?: never;
        delete: operations["CustomersController_delete"];
        options?: never;
        head?: never;
        patch: operations["CustomersController_update"];
        trace?: never;
    };
    "/v1/customers/{id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CustomersController_getState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/client/{client_secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientCheckoutsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["ClientCheckoutsController_update"];
        trace?: never;
    };
    "/v1/checkouts/client/{client_secret}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientCheckoutsController_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CheckoutsController_list"];
        put?: never;
        post: operations["CheckoutsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CheckoutsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["CheckoutsController_update"];
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SubscriptionsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SubscriptionsController_get"];
        put?: never;
        post?: never;
        delete: operations["SubscriptionsController_revoke"];
        options?: never;
        head?: never;
        patch: operations["SubscriptionsController_update"];
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OrdersController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OrdersController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["WebhooksController_list"];
        put?: never;
        post: operations["WebhooksController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["WebhooksController_get"];
        put?: never;
        post?: never;
        delete: operations["WebhooksController_delete"];
        options?: never;
        head?: never;
        patch: operations["WebhooksController_update"];
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["WebhooksController_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/events/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["WebhooksController_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClockController_get"];
        put?: never;
        post: operations["ClockController_advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payments/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settles a payment that waits, and answers when what follows from it is done. */
        post: operations["PaymentSettlementController_settle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LedgerController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LedgerController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/streams/{stream}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LedgerController_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        UpdateUserRequest: {
            /** @description null takes it away. */
            image?: string | null;
            /** @description Refused: see change-email. */
            email?: string;
            name?: string;
        };
        Status: {
            status: boolean;
        };
        ChangeEmailRequest: {
            newEmail: string;
            callbackURL?: string;
        };
        SendVerificationEmailRequest: {
            email: string;
            callbackURL?: string;
        };
        SignedInUser: {
            id: string;
            email: string;
            name: string;
            image: string | null;
            emailVerified: boolean;
            createdAt: string;
            updatedAt: string;
        };
        VerifyEmailAnswer: {
            /** @description Whose address has changed; null where it was verified. */
            user?: components["schemas"]["SignedInUser"] | null;
            status: boolean;
        };
        RequestResetRequest: {
            email: string;
            /** @description Where the link leads on to, with the token. */
            redirectTo?: string;
        };
        RequestResetAnswer: {
            status: boolean;
            message: string;
        };
        ResetPasswordRequest: {
            newPassword: string;
            token?: string;
        };
        ChangePasswordRequest: {
            newPassword: string;
            currentPassword: string;
            revokeOtherSessions?: boolean;
        };
        ChangePasswordAnswer: {
            /** @description Of the new session, where the others were ended. */
            token: string | null;
            user: components["schemas"]["SignedInUser"];
        };
        DeleteUserRequest: {
            callbackURL?: string;
            password?: string;
            /** @description Of the mail. */
            token?: string;
        };
        DeleteUserAnswer: {
            success: boolean;
            message: string;
        };
        SignUpRequest: {
            email?: string;
            name?: string;
            image?: string | null;
            password: string;
            callbackURL?: string;
        };
        SignUpAnswer: {
            token: string | null;
            user: components["schemas"]["SignedInUser"];
        };
        SignInRequest: {
            email: string;
            password: string;
            callbackURL?: string;
            rememberMe?: boolean;
        };
        SignInAnswer: {
            redirect: boolean;
            token: string;
            url?: string;
            user: components["schemas"]["SignedInUser"];
        };
        Success: {
            success: boolean;
        };
        SessionToken: {
            /** @description A JWT (HS256). */
            token: string;
        };
        Session: {
            id: string;
            /** @description The raw token in the caller's own row; else a handle that opens nothing. */
            token: string;
            userId: string;
            expiresAt: string;
            createdAt: string;
            updatedAt: string;
            ipAddress: string;
            userAgent: string;
            activeOrganizationId: string | null;
            impersonatedBy: string | null;
            /** @description Where one is active (AUTH_FACTS §15). */
            activeTeamId?: string;
        };
        RevokeSessionRequest: {
            /** @description The token itself, or the handle that listings show. */
            token: string;
        };
        CreateUserRequest: {
            role?: string | string[];
            /** @description `image` and `emailVerified` count; there are no other fields. */
            data?: {
                [key: string]: unknown;
            };
            email: string;
            password: string;
            name: string;
        };
        User: {
            id: string;
            email: string;
            name: string;
            image: string | null;
            emailVerified: boolean;
            createdAt: string;
            updatedAt: string;
            role: string;
            banned: boolean | null;
            banReason: string | null;
            banExpires: string | null;
        };
        UserAnswer: {
            user: components["schemas"]["User"];
        };
        UserPage: {
            users: components["schemas"]["User"][];
            total: number;
            limit?: number;
            offset?: number;
        };
        SetRoleRequest: {
            userId?: string;
            role: string | string[];
        };
        MaybeUserAnswer: {
            user: components["schemas"]["User"] | null;
        };
        BanUserRequest: {
            userId?: string;
            banReason?: string;
            /** @description Seconds. */
            banExpiresIn?: number;
        };
        UserIdRequest: {
            userId?: string;
        };
        SetUserPasswordRequest: {
            userId?: string;
            newPassword: string;
        };
        AdminPermissionRequest: {
            userId?: string;
            /** @deprecated */
            permission?: {
                [key: string]: string[];
            };
            permissions?: {
                [key: string]: string[];
            };
            role?: string;
        };
        AdminPermissionAnswer: {
            error: string | null;
            success: boolean;
        };
        ImpersonationAnswer: {
            session: components["schemas"]["Session"];
            user: components["schemas"]["User"];
        };
        UserSessions: {
            sessions: components["schemas"]["Session"][];
        };
        RevokeUserSessionRequest: {
            /** @description The handle that listings show, or a token. */
            sessionToken: string;
        };
        IdToken: {
            token: string;
            nonce?: string;
            accessToken?: string;
            refreshToken?: string;
            /** @description Of the access token: seconds or milliseconds since 1970. */
            expiresAt?: number;
            scopes?: string[];
        };
        SignInSocialRequest: {
            newUserCallbackURL?: string;
            disableRedirect?: boolean;
            loginHint?: string;
            provider: string;
            callbackURL?: string;
            errorCallbackURL?: string;
            requestSignUp?: boolean;
            scopes?: string[];
            idToken?: components["schemas"]["IdToken"];
        };
        SocialSignInAnswer: {
            redirect: boolean;
            url?: string;
            token?: string;
            user?: components["schemas"]["SignedInUser"];
        };
        LinkSocialRequest: {
            provider: string;
            callbackURL?: string;
            errorCallbackURL?: string;
            requestSignUp?: boolean;
            scopes?: string[];
            idToken?: components["schemas"]["IdToken"];
        };
        LinkSocialAnswer: {
            redirect: boolean;
            url: string;
            status?: boolean;
        };
        ListedAccount: {
            id: string;
            provider: string;
            accountId: string;
            createdAt: string;
            updatedAt: string;
            scopes: string[];
        };
        UnlinkAccountRequest: {
            providerId: string;
            /** @description The account's id at the provider. */
            accountId?: string;
        };
        ProviderTokenRequest: {
            providerId: string;
            /** @description The account's id here, as in list-accounts. */
            accountId?: string;
            /** @description Over HTTP it is always the visitor's own. */
            userId?: string;
        };
        AccessTokenAnswer: {
            accessToken?: string;
            accessTokenExpiresAt?: string;
            scopes: string[];
            idToken?: string;
        };
        RefreshTokenAnswer: {
            accessToken?: string;
            accessTokenExpiresAt?: string;
            scopes: string[];
            idToken?: string;
            refreshToken?: string;
            refreshTokenExpiresAt?: string;
        };
        AccountInfoRequest: {
            /** @description The account's id at the provider. */
            accountId: string;
        };
        SignInOptions: {
            /**
             * @description How users delete their account.
             * @enum {string}
             */
            delete_user: "mail" | "direct" | "off";
            /** @description Those that are configured, such as `google`. */
            providers: string[];
            /** @description Those of the sandbox, which are made up. */
            pretend: string[];
            /** @description UTF-16 units. */
            password_min: number;
            password_max: number;
            /** @description Whether users change their address themselves. */
            change_email: boolean;
            /** @description Whether users may unlink the last account they sign in with. */
            unlink_last: boolean;
        };
        SocialLinkAnswer: {
            /** @enum {string} */
            platform: "x" | "github" | "facebook" | "instagram" | "youtube" | "tiktok" | "linkedin" | "other";
            url: string;
        };
        FeatureSettingsAnswer: {
            issue_funding_enabled: boolean;
            usage_based_billing_enabled: boolean;
        };
        SubscriptionSettingsAnswer: {
            /** @enum {string} */
            proration_behavior: "invoice" | "prorate";
            allow_multiple_subscriptions: boolean;
            allow_customer_updates: boolean;
        };
        Organization: {
            id: string;
            created_at: string;
            modified_at: string | null;
            name: string;
            slug: string;
            avatar_url: string | null;
            email: string | null;
            website: string | null;
            socials: components["schemas"]["SocialLinkAnswer"][];
            details_submitted_at: string | null;
            feature_settings: components["schemas"]["FeatureSettingsAnswer"];
            subscription_settings: components["schemas"]["SubscriptionSettingsAnswer"];
        };
        OrganizationPagination: {
            total_count: number;
            max_page: number;
        };
        OrganizationList: {
            items: components["schemas"]["Organization"][];
            pagination: components["schemas"]["OrganizationPagination"];
        };
        OrganizationSocialLink: {
            /** @enum {string} */
            platform: "x" | "github" | "facebook" | "instagram" | "youtube" | "tiktok" | "linkedin" | "other";
            url: string;
        };
        OrganizationDetails: {
            about: string;
            product_description: string;
            intended_use: string;
            customer_acquisition: string[];
            future_annual_revenue: number;
            switching?: boolean;
            switching_from?: string | null;
            previous_annual_revenue?: number;
        };
        OrganizationFeatureSettings: {
            issue_funding_enabled?: boolean;
            usage_based_billing_enabled?: boolean;
        };
        OrganizationSubscriptionSettings: {
            /** @enum {string} */
            proration_behavior: "invoice" | "prorate";
            allow_multiple_subscriptions: boolean;
            allow_customer_updates: boolean;
        };
        OrganizationUpdate: {
            name?: string | null;
            avatar_url?: string | null;
            /** Format: email */
            email?: string | null;
            website?: string | null;
            socials?: components["schemas"]["OrganizationSocialLink"][] | null;
            details?: components["schemas"]["OrganizationDetails"] | null;
            feature_settings?: components["schemas"]["OrganizationFeatureSettings"] | null;
            subscription_settings?: components["schemas"]["OrganizationSubscriptionSettings"] | null;
        };
        FoundOrganizationRequest: {
            metadata?: {
                [key: string]: unknown;
            } | null;
            name: string;
            slug: string;
            logo?: string | null;
            keepCurrentActiveOrganization?: boolean;
        };
        Member: {
            /** @description The team he joined first, of those he is in; not there where there are no teams (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            userId: string;
            role: string;
            createdAt: string;
        };
        FoundedOrganization: {
            metadata: {
                [key: string]: unknown;
            } | null;
            members: components["schemas"]["Member"][];
            id: string;
            name: string;
            slug: string;
            logo: string | null;
            createdAt: string;
        };
        AuthOrganization: {
            metadata: string | null;
            id: string;
            name: string;
            slug: string;
            logo: string | null;
            createdAt: string;
        };
        CheckSlugRequest: {
            slug: string;
        };
        OrganizationChanges: {
            metadata?: {
                [key: string]: unknown;
            } | null;
            name?: string;
            slug?: string;
            logo?: string | null;
        };
        UpdateOrganizationRequest: {
            data: components["schemas"]["OrganizationChanges"];
            organizationId?: string;
        };
        ChangedOrganization: {
            metadata: {
                [key: string]: unknown;
            } | null;
            id: string;
            name: string;
            slug: string;
            logo: string | null;
            createdAt: string;
        };
        OrganizationRequest: {
            organizationId: string;
        };
        SetActiveRequest: {
            /** @description null: none any more. */
            organizationId?: string | null;
            organizationSlug?: string;
        };
        MemberRoleAnswer: {
            role: string;
        };
        MemberUser: {
            id: string;
            name: string;
            email: string;
            image: string | null;
        };
        MemberWithUser: {
            /** @description The team he joined first, of those he is in; not there where there are no teams (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            userId: string;
            role: string;
            createdAt: string;
            user: components["schemas"]["MemberUser"];
        };
        MemberPage: {
            members: components["schemas"]["MemberWithUser"][];
            total: number;
        };
        RemoveMemberRequest: {
            /** @description An address where it has an `@`. */
            memberIdOrEmail: string;
            organizationId?: string;
        };
        RemovedMember: {
            member: components["schemas"]["MemberWithUser"];
        };
        UpdateMemberRoleRequest: {
            role: string | string[];
            memberId: string;
            organizationId?: string;
        };
        HasPermissionRequest: {
            permissions?: {
                [key: string]: string[];
            };
            permission?: {
                [key: string]: string[];
            };
            organizationId?: string;
        };
        HasPermissionAnswer: {
            error: null;
            success: boolean;
        };
        InviteMemberRequest: {
            role: string | string[];
            email: string;
            /** @description Also where there is one that waits for an answer. */
            resend?: boolean;
            teamId?: string;
            organizationId?: string;
        };
        Invitation: {
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "canceled";
            /** @description Not there where there are no teams (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            email: string;
            role: string;
            inviterId: string;
            expiresAt: string;
        };
        InvitationRequest: {
            invitationId: string;
        };
        AcceptedInvitation: {
            invitation: components["schemas"]["Invitation"];
            member: components["schemas"]["Member"];
        };
        RejectedInvitation: {
            member: null;
            invitation: components["schemas"]["Invitation"];
        };
        ReceivedInvitation: {
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "canceled";
            /** @description Not there where there are no teams (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            email: string;
            role: string;
            inviterId: string;
            expiresAt: string;
            organizationName: string;
            organizationSlug: string;
            inviterEmail: string;
        };
        UserInvitation: {
            /** @enum {string} */
            status: "pending" | "accepted" | "rejected" | "canceled";
            /** @description Not there where there are no teams (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            email: string;
            role: string;
            inviterId: string;
            expiresAt: string;
            organizationName: string;
        };
        CreateTeamRequest: {
            organizationId?: string;
            name: string;
        };
        Team: {
            id: string;
            name: string;
            organizationId: string;
            createdAt: string;
            updatedAt: string | null;
        };
        TeamChanges: {
            organizationId?: string;
            name?: string;
        };
        UpdateTeamRequest: {
            teamId: string;
            data: components["schemas"]["TeamChanges"];
        };
        RemoveTeamRequest: {
            organizationId?: string;
            teamId: string;
        };
        Message: {
            message: string;
        };
        TeamMember: {
            id: string;
            teamId: string;
            userId: string;
            createdAt: string;
        };
        TeamMemberRequest: {
            organizationId?: string;
            teamId: string;
            userId: string;
        };
        SetActiveTeamRequest: {
            /** @description null: none any more. */
            teamId?: string | null;
        };
        TeamOfMember: {
            teamId: string;
            since: string;
        };
        Person: {
            /** @description The team he joined first, of those he is in; not there where there are no teams (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            userId: string;
            role: string;
            createdAt: string;
            user: components["schemas"]["MemberUser"];
            /** @description The earliest first. */
            teams: components["schemas"]["TeamOfMember"][];
        };
        Pagination: {
            total_count: number;
            max_page: number;
        };
        PersonList: {
            items: components["schemas"]["Person"][];
            pagination: components["schemas"]["Pagination"];
        };
        OrganizationAccessToken: {
            id: string;
            created_at: string;
            modified_at: string | null;
            organization_id: string;
            comment: string;
            scopes: string[];
            expires_at: string | null;
            last_used_at: string | null;
        };
        AccessTokenPagination: {
            total_count: number;
            max_page: number;
        };
        OrganizationAccessTokenList: {
            items: components["schemas"]["OrganizationAccessToken"][];
            pagination: components["schemas"]["AccessTokenPagination"];
        };
        OrganizationAccessTokenCreate: {
            /** @description An ISO 8601 duration such as `P30D`, or seconds; without one it never expires. */
            expires_in?: (string | number) | null;
            scopes: ("openid" | "profile" | "email" | "user:read" | "admin" | "web_default" | "external_organizations:read" | "repositories:read" | "repositories:write" | "issues:read" | "issues:write" | "notification_recipients:read" | "notification_recipients:write" | "organizations:read" | "organizations:write" | "custom_fields:read" | "custom_fields:write" | "discounts:read" | "discounts:write" | "checkout_links:read" | "checkout_links:write" | "checkouts:read" | "checkouts:write" | "products:read" | "products:write" | "benefits:read" | "benefits:write" | "events:read" | "events:write" | "meters:read" | "meters:write" | "files:read" | "files:write" | "subscriptions:read" | "subscriptions:write" | "customers:read" | "customers:write" | "customer_meters:read" | "customer_sessions:write" | "orders:read" | "refunds:read" | "refunds:write" | "payments:read" | "metrics:read" | "webhooks:read" | "webhooks:write" | "license_keys:read" | "license_keys:write" | "customer_portal:read" | "customer_portal:write" | "ledger:read")[];
            /** Format: uuid */
            organization_id?: string | null;
            comment: string;
        };
        OrganizationAccessTokenCreated: {
            organization_access_token: components["schemas"]["OrganizationAccessToken"];
            token: string;
        };
        CreateApiKeyRequest: {
            permissions?: {
                [key: string]: string[];
            } | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            name?: string;
            prefix?: string;
            /** @description Seconds; null or nothing: it never expires. */
            expiresIn?: number | null;
            /** @description The key is this organization's, not the user's own. */
            organizationId?: string;
            /** @description Uses that are left. */
            remaining?: number | null;
            /** @description Uses that are left after a refill. */
            refillAmount?: number | null;
            /** @description Days from one refill to the next. */
            refillInterval?: number | null;
            /** @description Milliseconds. */
            rateLimitTimeWindow?: number;
            /** @description Uses per window. */
            rateLimitMax?: number;
            rateLimitEnabled?: boolean;
        };
        CreatedApiKey: {
            permissions: {
                [key: string]: string[];
            } | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            key: string;
            id: string;
            name: string | null;
            start: string;
            prefix: string | null;
            /** @description Who made it, where it is an organization's. */
            userId: string;
            organizationId?: string;
            refillInterval: number | null;
            refillAmount: number | null;
            lastRefillAt: string | null;
            enabled: boolean;
            rateLimitEnabled: boolean;
            rateLimitTimeWindow: number;
            rateLimitMax: number;
            requestCount: number;
            remaining: number | null;
            lastRequest: string | null;
            expiresAt: string | null;
            createdAt: string;
            updatedAt: string;
        };
        ApiKey: {
            permissions: {
                [key: string]: string[];
            } | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            id: string;
            name: string | null;
            start: string;
            prefix: string | null;
            /** @description Who made it, where it is an organization's. */
            userId: string;
            organizationId?: string;
            refillInterval: number | null;
            refillAmount: number | null;
            lastRefillAt: string | null;
            enabled: boolean;
            rateLimitEnabled: boolean;
            rateLimitTimeWindow: number;
            rateLimitMax: number;
            requestCount: number;
            remaining: number | null;
            lastRequest: string | null;
            expiresAt: string | null;
            createdAt: string;
            updatedAt: string;
        };
        UpdateApiKeyRequest: {
            permissions?: {
                [key: string]: string[];
            } | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            keyId: string;
            name?: string;
            enabled?: boolean;
            /** @description Seconds from now; null: it never expires. */
            expiresIn?: number | null;
            /** @description Uses that are left. */
            remaining?: number | null;
            /** @description Uses that are left after a refill. */
            refillAmount?: number | null;
            /** @description Days from one refill to the next. */
            refillInterval?: number | null;
            /** @description Milliseconds. */
            rateLimitTimeWindow?: number;
            /** @description Uses per window. */
            rateLimitMax?: number;
            rateLimitEnabled?: boolean;
        };
        DeleteApiKeyRequest: {
            keyId: string;
        };
        ApiKeyDeleted: {
            success: boolean;
        };
        OutboxMailDto: {
            kind: string;
            to: string;
            subject: string;
            url?: string;
            token?: string;
            /** @description Of an invitation, with the role that it offers. */
            id?: string;
            role?: string;
            /** @description Of a change of address. */
            newEmail?: string;
            organizationId?: string;
            text: string;
            html: string;
            /** @description Machine time. */
            at: string;
        };
        ProductPriceFree: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_type: "free";
            created_at: string;
            modified_at: string | null;
            id: string;
            is_archived: boolean;
            product_id: string;
            /** @enum {string} */
            type: "one_time" | "recurring";
        };
        ProductPriceFixed: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_type: "fixed";
            price_currency: string;
            /** @description Cents. */
            price_amount: number;
            created_at: string;
            modified_at: string | null;
            id: string;
            is_archived: boolean;
            product_id: string;
            /** @enum {string} */
            type: "one_time" | "recurring";
        };
        BenefitCustomProperties: {
            /** @description Private note to the customers who have the benefit. */
            note: string | null;
        };
        Benefit: {
            /** @enum {string} */
            type: "custom" | "discord" | "github_repository" | "downloadables" | "license_keys" | "meter_credit";
            metadata: {
                [key: string]: string | number | boolean;
            };
            properties: components["schemas"]["BenefitCustomProperties"];
            id: string;
            created_at: string;
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            organization_id: string;
        };
        Product: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /** @description Those on sale. */
            prices: (components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceFixed"])[];
            metadata: {
                [key: string]: string | number | boolean;
            };
            benefits: components["schemas"]["Benefit"][];
            attached_custom_fields: Record<string, never>[];
            id: string;
            created_at: string;
            modified_at: string | null;
            name: string;
            description: string | null;
            is_recurring: boolean;
            is_archived: boolean;
            organization_id: string;
            medias: Record<string, never>[];
        };
        ProductList: {
            items: components["schemas"]["Product"][];
            pagination: components["schemas"]["Pagination"];
        };
        ProductPriceCreate: {
            /**
             * @description Custom and metered prices are refused.
             * @enum {string}
             */
            amount_type: "free" | "fixed";
            /** @description Cents; of a fixed price. */
            price_amount?: number;
            /** @enum {string} */
            price_currency?: "usd";
        };
        ProductCreate: {
            /**
             * @description null: sold once. The key must be there, and can't be changed later.
             * @enum {string|null}
             */
            recurring_interval: "month" | "year" | null;
            metadata?: {
                [key: string]: string | number | boolean;
            };
            name: string;
            description?: string | null;
            prices: components["schemas"]["ProductPriceCreate"][];
            medias?: string[] | null;
            attached_custom_fields?: Record<string, never>[] | null;
            /**
             * Format: uuid
             * @description Only with a user's credentials.
             */
            organization_id?: string | null;
        };
        ProductPriceUpdate: {
            /** Format: uuid */
            id?: string;
            /**
             * @description Of a new price.
             * @enum {string}
             */
            amount_type?: "free" | "fixed";
            /** @description Cents; of a fixed price. */
            price_amount?: number;
            /** @enum {string} */
            price_currency?: "usd";
        };
        ProductUpdate: {
            metadata?: {
                [key: string]: string | number | boolean;
            };
            name?: string | null;
            description?: string | null;
            /**
             * @description Another than it has is refused.
             * @enum {string|null}
             */
            recurring_interval?: "month" | "year" | null;
            is_archived?: boolean | null;
            /** @description The whole new list: what it does not name is archived. */
            prices?: components["schemas"]["ProductPriceUpdate"][] | null;
            medias?: string[] | null;
            attached_custom_fields?: Record<string, never>[] | null;
        };
        ProductBenefitsUpdate: {
            /** @description All that it shall have, in order. */
            benefits: string[];
        };
        BenefitList: {
            items: components["schemas"]["Benefit"][];
            pagination: components["schemas"]["Pagination"];
        };
        BenefitCustomPropertiesInput: {
            note?: string | null;
        };
        BenefitCreate: {
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /**
             * @description Others than `custom` are refused.
             * @enum {string}
             */
            type: "custom";
            description: string;
            /**
             * Format: uuid
             * @description Only with a user's credentials.
             */
            organization_id?: string | null;
            properties: components["schemas"]["BenefitCustomPropertiesInput"];
        };
        BenefitUpdate: {
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /**
             * @description It can't be changed.
             * @enum {string}
             */
            type?: "custom";
            description?: string | null;
            properties?: components["schemas"]["BenefitCustomPropertiesInput"] | null;
        };
        Address: {
            line1: string | null;
            line2: string | null;
            postal_code: string | null;
            city: string | null;
            state: string | null;
            country: string;
        };
        Customer: {
            metadata: {
                [key: string]: string | number | boolean;
            };
            tax_id: string[] | null;
            id: string;
            created_at: string;
            modified_at: string | null;
            external_id: string | null;
            email: string;
            email_verified: boolean;
            name: string | null;
            billing_address: components["schemas"]["Address"] | null;
            organization_id: string;
            deleted_at: string | null;
            avatar_url: string;
        };
        BenefitGrant: {
            error: {
                [key: string]: unknown;
            } | null;
            properties: {
                [key: string]: unknown;
            };
            created_at: string;
            modified_at: string | null;
            id: string;
            granted_at: string | null;
            is_granted: boolean;
            revoked_at: string | null;
            is_revoked: boolean;
            subscription_id: string | null;
            order_id: string | null;
            customer_id: string;
            benefit_id: string;
            customer: components["schemas"]["Customer"];
        };
        BenefitGrantList: {
            items: components["schemas"]["BenefitGrant"][];
            pagination: components["schemas"]["Pagination"];
        };
        MetricPeriod: {
            /** @description When it begins. */
            timestamp: string;
            /** @description Paid in the period. */
            orders: number;
            /** @description Of the orders paid in the period: after discount, without tax. */
            revenue: number;
            /** @description From the beginning until the period's end. */
            cumulative_revenue: number;
            /** @description Revenue per order, rounded. */
            average_order_value: number;
            one_time_products: number;
            one_time_products_revenue: number;
            /** @description Begun in the period. */
            new_subscriptions: number;
            new_subscriptions_revenue: number;
            renewed_subscriptions: number;
            renewed_subscriptions_revenue: number;
            /** @description Begun and not ended at the period's end. */
            active_subscriptions: number;
            /** @description Of those, per month; yearly ones by the twelfth. */
            monthly_recurring_revenue: number;
            /** @description Opened in the period. */
            checkouts: number;
            /** @description Succeeded in the period. */
            succeeded_checkouts: number;
            /** @description From 0 to 1. */
            checkouts_conversion: number;
        };
        MetricsTotals: {
            /** @description Paid in the period. */
            orders: number;
            /** @description Of the orders paid in the period: after discount, without tax. */
            revenue: number;
            /** @description From the beginning until the period's end. */
            cumulative_revenue: number;
            /** @description Revenue per order, rounded. */
            average_order_value: number;
            one_time_products: number;
            one_time_products_revenue: number;
            /** @description Begun in the period. */
            new_subscriptions: number;
            new_subscriptions_revenue: number;
            renewed_subscriptions: number;
            renewed_subscriptions_revenue: number;
            /** @description Begun and not ended at the period's end. */
            active_subscriptions: number;
            /** @description Of those, per month; yearly ones by the twelfth. */
            monthly_recurring_revenue: number;
            /** @description Opened in the period. */
            checkouts: number;
            /** @description Succeeded in the period. */
            succeeded_checkouts: number;
            /** @description From 0 to 1. */
            checkouts_conversion: number;
        };
        Metric: {
            /** @enum {string} */
            type: "scalar" | "currency" | "percentage";
            slug: string;
            display_name: string;
        };
        Metrics: {
            orders: components["schemas"]["Metric"];
            revenue: components["schemas"]["Metric"];
            cumulative_revenue: components["schemas"]["Metric"];
            average_order_value: components["schemas"]["Metric"];
            one_time_products: components["schemas"]["Metric"];
            one_time_products_revenue: components["schemas"]["Metric"];
            new_subscriptions: components["schemas"]["Metric"];
            new_subscriptions_revenue: components["schemas"]["Metric"];
            renewed_subscriptions: components["schemas"]["Metric"];
            renewed_subscriptions_revenue: components["schemas"]["Metric"];
            active_subscriptions: components["schemas"]["Metric"];
            monthly_recurring_revenue: components["schemas"]["Metric"];
            checkouts: components["schemas"]["Metric"];
            succeeded_checkouts: components["schemas"]["Metric"];
            checkouts_conversion: components["schemas"]["Metric"];
        };
        MetricsResponse: {
            periods: components["schemas"]["MetricPeriod"][];
            /** @description Sums; of cumulative revenue, active subscriptions and monthly recurring revenue the values of the last period. */
            totals: components["schemas"]["MetricsTotals"];
            metrics: components["schemas"]["Metrics"];
        };
        MetricsIntervalLimit: {
            max_days: number;
        };
        MetricsIntervalsLimits: {
            hour: components["schemas"]["MetricsIntervalLimit"];
            day: components["schemas"]["MetricsIntervalLimit"];
            week: components["schemas"]["MetricsIntervalLimit"];
            month: components["schemas"]["MetricsIntervalLimit"];
            year: components["schemas"]["MetricsIntervalLimit"];
        };
        MetricsLimits: {
            /** @description A date. */
            min_date: string;
            intervals: components["schemas"]["MetricsIntervalsLimits"];
        };
        CustomerList: {
            items: components["schemas"]["Customer"][];
            pagination: components["schemas"]["Pagination"];
        };
        AddressInput: {
            line1?: string | null;
            line2?: string | null;
            postal_code?: string | null;
            city?: string | null;
            /** @description In the US and Canada `US-CA` or `CA`; anything elsewhere. */
            state?: string | null;
            /** @description ISO 3166 alpha-2. */
            country: string;
        };
        CustomerCreate: {
            tax_id?: string[] | null;
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /** Format: email */
            email: string;
            /** @description Can't be changed once it is set. */
            external_id?: string | null;
            /**
             * Format: uuid
             * @description Only with a user's credentials.
             */
            organization_id?: string | null;
            name?: string | null;
            billing_address?: components["schemas"]["AddressInput"] | null;
        };
        CustomerUpdateExternalID: {
            tax_id?: string[] | null;
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /** Format: email */
            email?: string | null;
            name?: string | null;
            billing_address?: components["schemas"]["AddressInput"] | null;
        };
        CustomerStateSubscription: {
            custom_field_data: {
                [key: string]: unknown;
            };
            metadata: {
                [key: string]: string | number | boolean;
            };
            /** @enum {string} */
            status: "active";
            /** @enum {string} */
            recurring_interval: "month" | "year";
            id: string;
            created_at: string;
            modified_at: string | null;
            /** @description Cents per period. */
            amount: number;
            currency: string;
            current_period_start: string;
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            canceled_at: string | null;
            started_at: string | null;
            ends_at: string | null;
            product_id: string;
            discount_id: string | null;
            meters: Record<string, never>[];
        };
        CustomerStateBenefitGrant: {
            id: string;
            created_at: string;
            modified_at: string | null;
            granted_at: string;
            benefit_id: string;
            benefit_type: string;
            properties: Record<string, never>;
        };
        CustomerState: {
            metadata: {
                [key: string]: string | number | boolean;
            };
            tax_id: string[] | null;
            id: string;
            created_at: string;
            modified_at: string | null;
            external_id: string | null;
            email: string;
            email_verified: boolean;
            name: string | null;
            billing_address: components["schemas"]["Address"] | null;
            organization_id: string;
            deleted_at: string | null;
            avatar_url: string;
            active_subscriptions: components["schemas"]["CustomerStateSubscription"][];
            granted_benefits: components["schemas"]["CustomerStateBenefitGrant"][];
            active_meters: Record<string, never>[];
        };
        CustomerUpdate: {
            tax_id?: string[] | null;
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /** Format: email */
            email?: string | null;
            name?: string | null;
            billing_address?: components["schemas"]["AddressInput"] | null;
            /** @description Can't be changed once it is set. */
            external_id?: string | null;
        };
        BenefitPublic: {
            /** @enum {string} */
            type: "custom" | "discord" | "github_repository" | "downloadables" | "license_keys" | "meter_credit";
            id: string;
            created_at: string;
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            organization_id: string;
        };
        CheckoutProduct: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /** @description Those on sale. */
            prices: (components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceFixed"])[];
            benefits: components["schemas"]["BenefitPublic"][];
            id: string;
            created_at: string;
            modified_at: string | null;
            name: string;
            description: string | null;
            is_recurring: boolean;
            is_archived: boolean;
            organization_id: string;
            medias: Record<string, never>[];
        };
        CheckoutBillingAddressFields: {
            country: boolean;
            state: boolean;
            city: boolean;
            postal_code: boolean;
            line1: boolean;
            line2: boolean;
        };
        CheckoutPublic: {
            discount_id: string | null;
            payment_processor_metadata: {
                [key: string]: string;
            };
            product_price: components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceFixed"];
            discount: Record<string, never> | null;
            organization: components["schemas"]["Organization"];
            id: string;
            created_at: string;
            modified_at: string | null;
            /**
             * @description The contract knows one name only.
             * @enum {string}
             */
            payment_processor: "stripe";
            /** @enum {string} */
            status: "open" | "expired" | "confirmed" | "succeeded";
            client_secret: string;
            url: string;
            expires_at: string;
            success_url: string;
            embed_origin: string | null;
            amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description null until an address is known. */
            tax_amount: number | null;
            total_amount: number;
            currency: string;
            product_id: string;
            product_price_id: string;
            allow_discount_codes: boolean;
            require_billing_address: boolean;
            is_discount_applicable: boolean;
            is_free_product_price: boolean;
            is_payment_required: boolean;
            is_payment_setup_required: boolean;
            is_payment_form_required: boolean;
            customer_id: string | null;
            is_business_customer: boolean;
            customer_name: string | null;
            customer_email: string | null;
            customer_ip_address: string | null;
            customer_billing_name: string | null;
            customer_billing_address: components["schemas"]["Address"] | null;
            customer_tax_id: string | null;
            products: components["schemas"]["CheckoutProduct"][];
            product: components["schemas"]["CheckoutProduct"];
            attached_custom_fields: Record<string, never>[];
            customer_billing_address_fields: components["schemas"]["CheckoutBillingAddressFields"];
        };
        CheckoutUpdatePublic: {
            /** @description Of custom prices. */
            amount?: number | null;
            custom_field_data?: {
                [key: string]: unknown;
            } | null;
            discount_code?: string | null;
            /** Format: uuid */
            product_id?: string | null;
            /** Format: uuid */
            product_price_id?: string | null;
            is_business_customer?: boolean | null;
            customer_name?: string | null;
            /** Format: email */
            customer_email?: string | null;
            customer_billing_name?: string | null;
            customer_billing_address?: components["schemas"]["AddressInput"] | null;
            customer_tax_id?: string | null;
        };
        CheckoutConfirm: {
            /** @description Of custom prices. */
            amount?: number | null;
            custom_field_data?: {
                [key: string]: unknown;
            } | null;
            discount_code?: string | null;
            /** Format: uuid */
            product_id?: string | null;
            /** Format: uuid */
            product_price_id?: string | null;
            is_business_customer?: boolean | null;
            customer_name?: string | null;
            /** Format: email */
            customer_email?: string | null;
            customer_billing_name?: string | null;
            customer_billing_address?: components["schemas"]["AddressInput"] | null;
            customer_tax_id?: string | null;
            /** @description Of the payment processor; in the sandbox a test token such as `ctoken_ok`. */
            confirmation_token_id?: string | null;
        };
        CheckoutPublicConfirmed: {
            discount_id: string | null;
            payment_processor_metadata: {
                [key: string]: string;
            };
            product_price: components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceFixed"];
            discount: Record<string, never> | null;
            /** @enum {string} */
            status: "confirmed";
            /** @description Opens the portal for an hour. */
            customer_session_token: string;
            organization: components["schemas"]["Organization"];
            id: string;
            created_at: string;
            modified_at: string | null;
            /**
             * @description The contract knows one name only.
             * @enum {string}
             */
            payment_processor: "stripe";
            client_secret: string;
            url: string;
            expires_at: string;
            success_url: string;
            embed_origin: string | null;
            amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description null until an address is known. */
            tax_amount: number | null;
            total_amount: number;
            currency: string;
            product_id: string;
            product_price_id: string;
            allow_discount_codes: boolean;
            require_billing_address: boolean;
            is_discount_applicable: boolean;
            is_free_product_price: boolean;
            is_payment_required: boolean;
            is_payment_setup_required: boolean;
            is_payment_form_required: boolean;
            customer_id: string | null;
            is_business_customer: boolean;
            customer_name: string | null;
            customer_email: string | null;
            customer_ip_address: string | null;
            customer_billing_name: string | null;
            customer_billing_address: components["schemas"]["Address"] | null;
            customer_tax_id: string | null;
            products: components["schemas"]["CheckoutProduct"][];
            product: components["schemas"]["CheckoutProduct"];
            attached_custom_fields: Record<string, never>[];
            customer_billing_address_fields: components["schemas"]["CheckoutBillingAddressFields"];
        };
        Checkout: {
            discount_id: string | null;
            payment_processor_metadata: {
                [key: string]: string;
            };
            product_price: components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceFixed"];
            discount: Record<string, never> | null;
            metadata: {
                [key: string]: string | number | boolean;
            };
            customer_metadata: {
                [key: string]: string | number | boolean;
            };
            customer_external_id: string | null;
            /** @description That it made. */
            subscription_id: string | null;
            id: string;
            created_at: string;
            modified_at: string | null;
            /**
             * @description The contract knows one name only.
             * @enum {string}
             */
            payment_processor: "stripe";
            /** @enum {string} */
            status: "open" | "expired" | "confirmed" | "succeeded";
            client_secret: string;
            url: string;
            expires_at: string;
            success_url: string;
            embed_origin: string | null;
            amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description null until an address is known. */
            tax_amount: number | null;
            total_amount: number;
            currency: string;
            product_id: string;
            product_price_id: string;
            allow_discount_codes: boolean;
            require_billing_address: boolean;
            is_discount_applicable: boolean;
            is_free_product_price: boolean;
            is_payment_required: boolean;
            is_payment_setup_required: boolean;
            is_payment_form_required: boolean;
            customer_id: string | null;
            is_business_customer: boolean;
            customer_name: string | null;
            customer_email: string | null;
            customer_ip_address: string | null;
            customer_billing_name: string | null;
            customer_billing_address: components["schemas"]["Address"] | null;
            customer_tax_id: string | null;
            products: components["schemas"]["CheckoutProduct"][];
            product: components["schemas"]["CheckoutProduct"];
            attached_custom_fields: Record<string, never>[];
            customer_billing_address_fields: components["schemas"]["CheckoutBillingAddressFields"];
        };
        CheckoutList: {
            items: components["schemas"]["Checkout"][];
            pagination: components["schemas"]["Pagination"];
        };
        CheckoutCreate: {
            /** @description Of custom prices. */
            amount?: number | null;
            custom_field_data?: {
                [key: string]: unknown;
            } | null;
            discount_code?: string | null;
            metadata?: {
                [key: string]: string | number | boolean;
            } | null;
            discount_id?: string | null;
            customer_metadata?: {
                [key: string]: string | number | boolean;
            } | null;
            /** Format: uuid */
            product_price_id?: string | null;
            /** @description Upgrading a subscription. */
            subscription_id?: string | null;
            /** @description Offered, the first selected. */
            products?: string[];
            /**
             * Format: uuid
             * @description Legacy form of `products` with one.
             */
            product_id?: string | null;
            /** Format: uuid */
            customer_id?: string | null;
            customer_external_id?: string | null;
            allow_discount_codes?: boolean | null;
            require_billing_address?: boolean | null;
            customer_ip_address?: string | null;
            /** @description `{CHECKOUT_ID}` stands for the checkout's id. */
            success_url?: string | null;
            embed_origin?: string | null;
            is_business_customer?: boolean | null;
            customer_name?: string | null;
            /** Format: email */
            customer_email?: string | null;
            customer_billing_name?: string | null;
            customer_billing_address?: components["schemas"]["AddressInput"] | null;
            customer_tax_id?: string | null;
        };
        CheckoutUpdate: {
            /** @description Of custom prices. */
            amount?: number | null;
            custom_field_data?: {
                [key: string]: unknown;
            } | null;
            discount_code?: string | null;
            metadata?: {
                [key: string]: string | number | boolean;
            } | null;
            discount_id?: string | null;
            customer_metadata?: {
                [key: string]: string | number | boolean;
            } | null;
            allow_discount_codes?: boolean | null;
            require_billing_address?: boolean | null;
            customer_ip_address?: string | null;
            /** @description `{CHECKOUT_ID}` stands for the checkout's id. */
            success_url?: string | null;
            embed_origin?: string | null;
            /** Format: uuid */
            product_id?: string | null;
            /** Format: uuid */
            product_price_id?: string | null;
            is_business_customer?: boolean | null;
            customer_name?: string | null;
            /** Format: email */
            customer_email?: string | null;
            customer_billing_name?: string | null;
            customer_billing_address?: components["schemas"]["AddressInput"] | null;
            customer_tax_id?: string | null;
        };
        Subscription: {
            discount_id: string | null;
            /** @enum {string|null} */
            customer_cancellation_reason: "customer_service" | "low_quality" | "missing_features" | "switched_service" | "too_complex" | "too_expensive" | "unused" | "other" | null;
            metadata: {
                [key: string]: string | number | boolean;
            };
            discount: Record<string, never> | null;
            /** @description As they were bought. */
            prices: (components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceFixed"])[];
            customer: components["schemas"]["Customer"];
            product: components["schemas"]["Product"];
            meters: Record<string, never>[];
            id: string;
            created_at: string;
            modified_at: string | null;
            /** @description Cents per period. */
            amount: number;
            currency: string;
            /** @enum {string} */
            recurring_interval: "month" | "year";
            /** @enum {string} */
            status: "canceled" | "active" | "past_due";
            current_period_start: string;
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            canceled_at: string | null;
            started_at: string | null;
            ends_at: string | null;
            ended_at: string | null;
            customer_id: string;
            product_id: string;
            checkout_id: string | null;
            customer_cancellation_comment: string | null;
        };
        SubscriptionList: {
            items: components["schemas"]["Subscription"][];
            pagination: components["schemas"]["Pagination"];
        };
        SubscriptionUpdate: {
            /** @enum {string|null} */
            customer_cancellation_reason?: "customer_service" | "low_quality" | "missing_features" | "switched_service" | "too_complex" | "too_expensive" | "unused" | "other" | null;
            /**
             * Format: uuid
             * @description Changing the product can't be done yet.
             */
            product_id?: string | null;
            /** @enum {string|null} */
            proration_behavior?: "invoice" | "prorate" | null;
            cancel_at_period_end?: boolean;
            /**
             * @description Ends it at once.
             * @enum {boolean}
             */
            revoke?: true;
            customer_cancellation_comment?: string | null;
        };
        OrderProduct: {
            metadata: {
                [key: string]: string | number | boolean;
            };
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            created_at: string;
            modified_at: string | null;
            id: string;
            name: string;
            description: string | null;
            is_recurring: boolean;
            is_archived: boolean;
            organization_id: string;
        };
        SubscriptionBase: {
            discount_id: string | null;
            /** @enum {string|null} */
            customer_cancellation_reason: "customer_service" | "low_quality" | "missing_features" | "switched_service" | "too_complex" | "too_expensive" | "unused" | "other" | null;
            metadata: {
                [key: string]: string | number | boolean;
            };
            id: string;
            created_at: string;
            modified_at: string | null;
            /** @description Cents per period. */
            amount: number;
            currency: string;
            /** @enum {string} */
            recurring_interval: "month" | "year";
            /** @enum {string} */
            status: "canceled" | "active" | "past_due";
            current_period_start: string;
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            canceled_at: string | null;
            started_at: string | null;
            ends_at: string | null;
            ended_at: string | null;
            customer_id: string;
            product_id: string;
            checkout_id: string | null;
            customer_cancellation_comment: string | null;
        };
        OrderItem: {
            created_at: string;
            modified_at: string | null;
            id: string;
            label: string;
            /** @description Cents. */
            amount: number;
            tax_amount: number;
            proration: boolean;
            product_price_id: string | null;
        };
        Order: {
            discount_id: string | null;
            metadata: {
                [key: string]: string | number | boolean;
            };
            discount: Record<string, never> | null;
            id: string;
            created_at: string;
            modified_at: string | null;
            /** @enum {string} */
            status: "pending" | "paid";
            paid: boolean;
            subtotal_amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description Legacy name of the net amount. */
            amount: number;
            tax_amount: number;
            total_amount: number;
            refunded_amount: number;
            refunded_tax_amount: number;
            currency: string;
            /** @enum {string} */
            billing_reason: "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";
            billing_address: components["schemas"]["Address"] | null;
            customer_id: string;
            product_id: string;
            subscription_id: string | null;
            checkout_id: string | null;
            customer: components["schemas"]["Customer"];
            /** @description Legacy name of the customer's id. */
            user_id: string;
            product: components["schemas"]["OrderProduct"];
            subscription: components["schemas"]["SubscriptionBase"] | null;
            items: components["schemas"]["OrderItem"][];
        };
        OrderList: {
            items: components["schemas"]["Order"][];
            pagination: components["schemas"]["Pagination"];
        };
        WebhookEndpoint: {
            events: ("checkout.created" | "checkout.updated" | "order.created" | "order.updated" | "order.paid" | "order.refunded" | "organization.updated" | "product.created" | "product.updated" | "refund.created" | "refund.updated" | "subscription.created" | "subscription.active" | "subscription.canceled" | "subscription.uncanceled" | "subscription.revoked" | "subscription.updated" | "customer.created" | "customer.updated" | "customer.deleted" | "customer.state_changed" | "benefit.created" | "benefit.updated" | "benefit_grant.created" | "benefit_grant.updated" | "benefit_grant.cycled" | "benefit_grant.revoked")[];
            id: string;
            created_at: string;
            modified_at: string | null;
            url: string;
            format: string;
            /** @description null to those who may not write webhooks. */
            secret: string | null;
            organization_id: string;
        };
        WebhookEndpointList: {
            items: components["schemas"]["WebhookEndpoint"][];
            pagination: components["schemas"]["Pagination"];
        };
        WebhookEndpointCreate: {
            events: ("checkout.created" | "checkout.updated" | "order.created" | "order.updated" | "order.paid" | "order.refunded" | "organization.updated" | "product.created" | "product.updated" | "refund.created" | "refund.updated" | "subscription.created" | "subscription.active" | "subscription.canceled" | "subscription.uncanceled" | "subscription.revoked" | "subscription.updated" | "customer.created" | "customer.updated" | "customer.deleted" | "customer.state_changed" | "benefit.created" | "benefit.updated" | "benefit_grant.created" | "benefit_grant.updated" | "benefit_grant.cycled" | "benefit_grant.revoked")[];
            /** @description https, where private addresses are not allowed. */
            url: string;
            /**
             * @description Others than `raw` are refused.
             * @enum {string}
             */
            format: "raw";
            /** @description Made where it is left out: `whsec_` and base64. */
            secret?: string | null;
            /**
             * Format: uuid
             * @description Only with a user's credentials.
             */
            organization_id?: string | null;
        };
        WebhookEndpointUpdate: {
            events?: ("checkout.created" | "checkout.updated" | "order.created" | "order.updated" | "order.paid" | "order.refunded" | "organization.updated" | "product.created" | "product.updated" | "refund.created" | "refund.updated" | "subscription.created" | "subscription.active" | "subscription.canceled" | "subscription.uncanceled" | "subscription.revoked" | "subscription.updated" | "customer.created" | "customer.updated" | "customer.deleted" | "customer.state_changed" | "benefit.created" | "benefit.updated" | "benefit_grant.created" | "benefit_grant.updated" | "benefit_grant.cycled" | "benefit_grant.revoked")[] | null;
            url?: string | null;
            /**
             * @description Others than `raw` are refused.
             * @enum {string|null}
             */
            format?: "raw" | null;
            secret?: string | null;
        };
        WebhookMessage: {
            /** @description Also the header `webhook-id`. */
            id: string;
            created_at: string;
            modified_at: string | null;
            type: string;
            last_http_code: number | null;
            /** @description null while it is being tried. */
            succeeded: boolean | null;
            /** @description As it is sent; null after 90 days. */
            payload: string | null;
        };
        WebhookDelivery: {
            id: string;
            created_at: string;
            modified_at: string | null;
            /** @description null where the endpoint could not be reached. */
            http_code: number | null;
            succeeded: boolean;
            /** @description The first 2 KB of the answer, or what went wrong; null after 90 days. */
            response: string | null;
            webhook_endpoint_id: string;
            webhook_event: components["schemas"]["WebhookMessage"];
        };
        WebhookDeliveryList: {
            items: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        ClockState: {
            /** @description Business time. */
            now: string;
        };
        ClockMove: {
            /** @description ISO date-time with an offset, not before the present. */
            advance_to: string;
        };
        PaymentSettlement: {
            /** @enum {string} */
            outcome: "succeeded" | "declined";
        };
        SettledPayment: {
            id: string;
            status: string;
        };
        LedgerActor: {
            kind: string;
            id: string;
            /** @description The administrator who acted as this user. */
            impersonator?: string;
            /** @description What the actor came through, such as a session. */
            via?: string;
        };
        LedgerEvent: {
            id: string;
            organization_id: string;
            type: string;
            stream: string;
            /** @description Its stream's kind, such as `subscription`. */
            category: string;
            /** @description Its place in its stream, from 0. */
            revision: number;
            actor: components["schemas"]["LedgerActor"];
            /** @description Ids of those it concerns. */
            persons: string[];
            /** @description Business time. */
            occurred_at: string;
            /** @description Machine time. */
            recorded_at: string;
            /** @description The command that caused it. */
            command_id: string;
            correlation_id: string;
            causation_id: string;
        };
        LedgerEventList: {
            items: components["schemas"]["LedgerEvent"][];
            pagination: components["schemas"]["Pagination"];
        };
        LedgerEventOpened: {
            data: {
                [key: string]: unknown;
            };
            /** @description The entity right after it; null where there is nothing to show. */
            state: {
                [key: string]: unknown;
            } | null;
            id: string;
            organization_id: string;
            type: string;
            stream: string;
            /** @description Its stream's kind, such as `subscription`. */
            category: string;
            /** @description Its place in its stream, from 0. */
            revision: number;
            actor: components["schemas"]["LedgerActor"];
            /** @description Ids of those it concerns. */
            persons: string[];
            /** @description Business time. */
            occurred_at: string;
            /** @description Machine time. */
            recorded_at: string;
            /** @description The command that caused it. */
            command_id: string;
            correlation_id: string;
            causation_id: string;
        };
        LedgerTimeline: {
            stream: string;
            category: string;
            /** @description Oldest first, each with the state after it. */
            items: components["schemas"]["LedgerEventOpened"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    HealthController_alive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    HealthController_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    HealthController_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    UsersController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    UsersController_changeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    VerificationController_send: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendVerificationEmailRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    VerificationController_verify: {
        parameters: {
            query: {
                token: string;
                callbackURL?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyEmailAnswer"];
                };
            };
        };
    };
    "PasswordsController_request[0]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestResetRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResetAnswer"];
                };
            };
        };
    };
    "PasswordsController_request[1]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestResetRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResetAnswer"];
                };
            };
        };
    };
    PasswordsController_follow: {
        parameters: {
            query: {
                callbackURL: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PasswordsController_reset: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    PasswordsController_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePasswordAnswer"];
                };
            };
        };
    };
    DeletionController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteUserRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteUserAnswer"];
                };
            };
        };
    };
    DeletionController_confirm: {
        parameters: {
            query: {
                token: string;
                callbackURL?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteUserAnswer"];
                };
            };
        };
    };
    StatusController_ok: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StatusController_error: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    SignInController_signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignUpAnswer"];
                };
            };
        };
    };
    SignInController_signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
        };
    };
    SignInController_signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    SessionsController_getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    SessionsController_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
        };
    };
    SessionsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
        };
    };
    SessionsController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeSessionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    SessionsController_revokeAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    SessionsController_revokeOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    AdminController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    AdminController_list: {
        parameters: {
            query?: {
                searchValue?: string;
                searchField?: "email" | "name";
                searchOperator?: "contains" | "starts_with" | "ends_with";
                filterField?: string;
                filterValue?: string;
                filterOperator?: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains";
                sortBy?: string;
                sortDirection?: "asc" | "desc";
                limit?: string;
                offset?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    AdminController_setRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRoleRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaybeUserAnswer"];
                };
            };
        };
    };
    AdminController_ban: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BanUserRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaybeUserAnswer"];
                };
            };
        };
    };
    AdminController_unban: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaybeUserAnswer"];
                };
            };
        };
    };
    AdminController_setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUserPasswordRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    AdminController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    AdminController_hasPermission: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPermissionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPermissionAnswer"];
                };
            };
        };
    };
    UserSessionsController_impersonate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationAnswer"];
                };
            };
        };
    };
    UserSessionsController_stop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationAnswer"];
                };
            };
        };
    };
    UserSessionsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSessions"];
                };
            };
        };
    };
    UserSessionsController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeUserSessionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    UserSessionsController_revokeAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    SocialController_signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInSocialRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SocialSignInAnswer"];
                };
            };
        };
    };
    SocialController_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkSocialRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkSocialAnswer"];
                };
            };
        };
    };
    SocialController_back: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    SocialController_backByForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    LinkedAccountsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedAccount"][];
                };
            };
        };
    };
    LinkedAccountsController_unlink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnlinkAccountRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    LinkedAccountsController_accessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderTokenRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenAnswer"];
                };
            };
        };
    };
    LinkedAccountsController_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderTokenRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshTokenAnswer"];
                };
            };
        };
    };
    LinkedAccountsController_info: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountInfoRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    SignInOptionsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
        };
    };
    OrganizationsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                slug?: string[];
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at" | "slug" | "-slug" | "name" | "-name")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
        };
    };
    OrganizationsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    OrganizationsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    AuthOrganizationsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FoundOrganizationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundedOrganization"];
                };
            };
        };
    };
    AuthOrganizationsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthOrganization"][];
                };
            };
        };
    };
    AuthOrganizationsController_checkSlug: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckSlugRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    AuthOrganizationsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedOrganization"];
                };
            };
        };
    };
    AuthOrganizationsController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthOrganization"];
                };
            };
        };
    };
    AuthOrganizationsController_setActive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetActiveRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    AuthOrganizationsController_getFull: {
        parameters: {
            query?: {
                organizationId?: string;
                organizationSlug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    AuthOrganizationsController_get: {
        parameters: {
            query?: {
                organizationId?: string;
                organizationSlug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    AuthMembersController_getActive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    AuthMembersController_getActiveRole: {
        parameters: {
            query?: {
                userId?: string;
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberRoleAnswer"];
                };
            };
        };
    };
    AuthMembersController_list: {
        parameters: {
            query?: {
                limit?: string;
                offset?: string;
                sortBy?: "createdAt" | "role" | "userId" | "id";
                sortDirection?: "asc" | "desc";
                filterField?: "createdAt" | "role" | "userId" | "id";
                filterValue?: string;
                filterOperator?: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains";
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
        };
    };
    AuthMembersController_leave: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberWithUser"];
                };
            };
        };
    };
    AuthMembersController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveMemberRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedMember"];
                };
            };
        };
    };
    AuthMembersController_updateRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberRoleRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    AuthMembersController_hasPermission: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HasPermissionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HasPermissionAnswer"];
                };
            };
        };
    };
    AuthInvitationsController_invite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    AuthInvitationsController_accept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedInvitation"];
                };
            };
        };
    };
    AuthInvitationsController_reject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedInvitation"];
                };
            };
        };
    };
    AuthInvitationsController_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    AuthInvitationsController_get: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedInvitation"];
                };
            };
        };
    };
    AuthInvitationsController_list: {
        parameters: {
            query?: {
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"][];
                };
            };
        };
    };
    AuthInvitationsController_listMine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInvitation"][];
                };
            };
        };
    };
    AuthTeamsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTeamRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    AuthTeamsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTeamRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    AuthTeamsController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveTeamRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    AuthTeamsController_list: {
        parameters: {
            query?: {
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][];
                };
            };
        };
    };
    AuthTeamsController_listMine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][];
                };
            };
        };
    };
    AuthTeamsController_listMembers: {
        parameters: {
            query?: {
                teamId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"][];
                };
            };
        };
    };
    AuthTeamsController_addMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
        };
    };
    AuthTeamsController_removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    AuthTeamsController_setActive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetActiveTeamRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    PeopleController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                query?: string;
                role?: string;
                team_id?: string;
                page?: number;
                limit?: number;
                sorting?: ("name" | "-name" | "email" | "-email" | "role" | "-role" | "joined" | "-joined")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
        };
    };
    AccessTokensController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at" | "comment" | "-comment" | "expires_at" | "-expires_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAccessTokenList"];
                };
            };
        };
    };
    AccessTokensController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationAccessTokenCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAccessTokenCreated"];
                };
            };
        };
    };
    AccessTokensController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ApiKeysController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    ApiKeysController_get: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    ApiKeysController_list: {
        parameters: {
            query?: {
                /** @description That organization's keys, not the user's own. */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
        };
    };
    ApiKeysController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiKeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    ApiKeysController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteApiKeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyDeleted"];
                };
            };
        };
    };
    OutboxController_list: {
        parameters: {
            query?: {
                /** @description Only mails to this address. */
                to?: string;
                /** @description Only mails of this kind. */
                kind?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxMailDto"][];
                };
            };
        };
    };
    ProductsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                id?: string[];
                query?: string;
                is_archived?: boolean;
                is_recurring?: boolean;
                benefit_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at" | "name" | "-name" | "price_amount_type" | "-price_amount_type" | "price_amount" | "-price_amount")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
        };
    };
    ProductsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    ProductsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    ProductsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    ProductsController_changeBenefits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductBenefitsUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    BenefitsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                query?: string;
                type?: ("custom" | "discord" | "github_repository" | "downloadables" | "license_keys" | "meter_credit")[];
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at" | "description" | "-description")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenefitList"];
                };
            };
        };
    };
    BenefitsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BenefitCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Benefit"];
                };
            };
        };
    };
    BenefitsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Benefit"];
                };
            };
        };
    };
    BenefitsController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    BenefitsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BenefitUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Benefit"];
                };
            };
        };
    };
    GrantsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                is_granted?: boolean;
                customer_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at")[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenefitGrantList"];
                };
            };
        };
    };
    MetricsController_get: {
        parameters: {
            query: {
                customer_id?: string[];
                billing_type?: ("one_time" | "recurring")[];
                product_id?: string[];
                organization_id?: string[];
                interval: "hour" | "day" | "week" | "month" | "year";
                end_date: string;
                start_date: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsResponse"];
                };
            };
        };
    };
    MetricsController_limits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsLimits"];
                };
            };
        };
    };
    CustomersController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                email?: string;
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at" | "email" | "-email" | "name" | "-name")[];
                metadata?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
        };
    };
    CustomersController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    CustomersController_getExternal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    CustomersController_deleteExternal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CustomersController_updateExternal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdateExternalID"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    CustomersController_getStateExternal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerState"];
                };
            };
        };
    };
    CustomersController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    CustomersController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    CustomersController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    CustomersController_getState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerState"];
                };
            };
        };
    };
    ClientCheckoutsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPublic"];
                };
            };
        };
    };
    ClientCheckoutsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutUpdatePublic"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPublic"];
                };
            };
        };
    };
    ClientCheckoutsController_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutConfirm"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPublicConfirmed"];
                };
            };
        };
    };
    CheckoutsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                customer_id?: string[];
                status?: ("open" | "expired" | "confirmed" | "succeeded" | "failed")[];
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at" | "expires_at" | "-expires_at" | "status" | "-status")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutList"];
                };
            };
        };
    };
    CheckoutsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
        };
    };
    CheckoutsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
        };
    };
    CheckoutsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
        };
    };
    SubscriptionsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                customer_id?: string[];
                discount_id?: string[];
                active?: boolean;
                page?: number;
                limit?: number;
                sorting?: ("started_at" | "-started_at" | "current_period_end" | "-current_period_end" | "status" | "-status" | "amount" | "-amount" | "discount" | "-discount" | "customer" | "-customer" | "product" | "-product")[];
                metadata?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionList"];
                };
            };
        };
    };
    SubscriptionsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    SubscriptionsController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    SubscriptionsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    OrdersController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                product_billing_type?: ("one_time" | "recurring")[];
                discount_id?: string[];
                customer_id?: string[];
                checkout_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at" | "amount" | "-amount" | "net_amount" | "-net_amount" | "discount" | "-discount" | "subscription" | "-subscription" | "customer" | "-customer" | "product" | "-product")[];
                metadata?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
        };
    };
    OrdersController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    WebhooksController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
        };
    };
    WebhooksController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    WebhooksController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    WebhooksController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WebhooksController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    WebhooksController_deliveries: {
        parameters: {
            query?: {
                organization_id?: string[];
                endpoint_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("created_at" | "-created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    WebhooksController_redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ClockController_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockState"];
                };
            };
        };
    };
    ClockController_advance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockMove"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockState"];
                };
            };
        };
    };
    PaymentSettlementController_settle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentSettlement"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledPayment"];
                };
            };
        };
    };
    LedgerController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                type?: string[];
                category?: string[];
                stream?: string[];
                person?: string[];
                from?: string;
                to?: string;
                page?: number;
                limit?: number;
                sorting?: ("order" | "-order")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEventList"];
                };
            };
        };
    };
    LedgerController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEventOpened"];
                };
            };
        };
    };
    LedgerController_timeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                stream: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerTimeline"];
                };
            };
        };
    };
}
