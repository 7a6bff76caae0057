package dev.trueup.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BadRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCheckTest {
  private static ServerCheck saying(String info) {
    return ServerCheck.of("cache", "# Server\r\n" + info + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.0.16", "5.0.14", "6.1.240", "unknown", ""})
  void aServerOlderThan62IsRefused(String version) {
    assertThatThrownBy(() -> saying("redis_version:" + version).requireVersion())
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("Redis 6.2 or newer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.2.0", "6.2.11", "7.0.0", "8.10.1", "10.0.0"})
  void aNewerOneIsTaken(String version) {
    saying("redis_version:" + version).requireVersion();
  }

  @ParameterizedTest
  @ValueSource(strings = {"allkeys-lru", "volatile-ttl", "volatile-random", ""})
  void anyPolicyButNoevictionIsRefused(String policy) {
    assertThatThrownBy(() -> saying("maxmemory_policy:" + policy).requireNoEviction())
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("noeviction");
  }

  @Test
  void aClusterIsTold() {
    assertThat(saying("cluster_enabled:1").isCluster()).isTrue();
    assertThat(saying("cluster_enabled:0").isCluster()).isFalse();
    assertThat(saying("").isCluster()).isFalse();
  }
}
